"""Checks that the deals of a Trix match are the ones the server committed to before play. Needs only Python 3:
  curl -s HOST/v1/games/GAME/record > record.json; curl -s HOST/v1/games/GAME/proof > proof.json
  python3 verify.py record.json proof.json        (or: python3 verify.py vectors.json, for the published test vectors)"""
import hashlib, hmac, json, struct, sys

PACK = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"]

def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()

def words(key, label, number):
    """32-bit words: HMAC-SHA256(key, label, number, counter), both big-endian, eight words per block."""
    counter = 0
    while True:
        yield from struct.unpack(">8I", mac(key, label + struct.pack(">2I", number, counter)))
        counter += 1

def below(stream, bound):
    limit = 2**32 - 2**32 % bound
    return next(word for word in stream if word < limit) % bound

def shuffled(link, salt, k):
    """The 52 cards of pack k: seat 0 holds the first 13, seat 1 the next, and so on."""
    cards, stream = list(PACK), words(mac(link, salt.encode()), b"deal", k)
    for i in range(51, 0, -1):
        j = below(stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards

def check(true, why):
    if not true:
        sys.exit("NOT PROVEN: " + why)

record, *rest = [json.load(open(name, encoding="utf-8")) for name in sys.argv[1:]]
if "vectors" in record:
    for vector in record["vectors"]:
        cards = shuffled(bytes.fromhex(vector["link"]), vector["salt"], vector["pack"])
        check(" ".join(cards) == vector["cards"], "vector %d" % vector["pack"])
    sys.exit(print("OK: %d vectors" % len(record["vectors"])))
proof = rest[0]
check((record["id"], record["commitment"]) == (proof["gameId"], proof["commitment"]), "the record and the proof are from different games")
packs = [hands for deal in record["deals"] for hands in [redeal["hands"] for redeal in deal["redeals"]] + [deal["hands"]]]
# While a match is running, a pack of the deal in play may already have been thrown in: its link is published before its record.
enough = len(packs) == len(proof["links"]) if record["status"] == "finished" else len(packs) <= len(proof["links"])
check(packs, "no deal is over yet, so there is nothing to check")
check(enough, "%d packs, %d links" % (len(packs), len(proof["links"])))
salt = "" if proof["seeded"] else "\n".join([proof["gameId"]] + [seed or "" for seed in proof["clientSeeds"]])
before = proof["commitment"]
for k, link in enumerate([bytes.fromhex(each["link"]) for each in proof["links"]], 1):
    check(hashlib.sha256(link).hexdigest() == before, "link %d is not part of the chain" % k)
    before, cards = link.hex(), shuffled(link, salt, k)
    for seat, hand in enumerate(packs[k - 1] if k <= len(packs) else []):
        check(hand == sorted(cards[13 * seat:13 * seat + 13], key=PACK.index), "pack %d, seat %d" % (k, seat))
if record["firstDealer"] is not None:
    first = mac(bytes.fromhex(proof["links"][0]["link"]), salt.encode())
    check(below(words(first, b"dealer", 1), 4) == record["firstDealer"], "first dealer")
print("OK: %d packs were fixed before play%s" % (len(packs), ", with players' own seeds mixed in" if proof["playersEntropy"] else ""))
