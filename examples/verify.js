// Checks that the deals of a Trix match are the ones the server committed to before play. Needs only Node:
//   curl -s HOST/v1/games/GAME/record > record.json; curl -s HOST/v1/games/GAME/proof > proof.json
//   node verify.js record.json proof.json        (or: node verify.js vectors.json, for the published test vectors)
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
const sha256 = (bytes) => createHash("sha256").update(bytes).digest();
const hmac = (key, message) => createHmac("sha256", key).update(message).digest();
const PACK = [..."SHDC"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => rank + suit));
/** 32-bit words: HMAC-SHA256(key, label, number, counter), both big-endian, eight words per block. */
function* words(key, label, number) {
  for (let counter = 0; ; counter++) {
    const tail = Buffer.alloc(8);
    tail.writeUInt32BE(number, 0);
    tail.writeUInt32BE(counter, 4);
    const block = hmac(key, Buffer.concat([Buffer.from(label), tail]));
    for (let i = 0; i < 32; i += 4) yield block.readUInt32BE(i);
  }
}

function below(stream, bound) {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const word = stream.next().value;
    if (word < limit) return word % bound;
  }
}

/** The 52 cards of pack k: seat 0 holds the first 13, seat 1 the next, and so on. */
function shuffled(link, salt, k) {
  const cards = [...PACK], stream = words(hmac(link, salt), "deal", k);
  for (let i = 51; i >= 1; i--) {
    const j = below(stream, i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

const fail = (why) => (console.error(`NOT PROVEN: ${why}`), process.exit(1));
const [record, proof] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, "utf8")));
if (record.vectors) {
  for (const { link, salt, pack, cards } of record.vectors) if (shuffled(Buffer.from(link, "hex"), salt, pack).join(" ") !== cards) fail(`vector ${pack}`);
  console.log(`OK: ${record.vectors.length} vectors`);
  process.exit(0);
}
if (record.id !== proof.gameId || record.commitment !== proof.commitment) fail("the record and the proof are from different games");
const packs = record.deals.flatMap((deal) => [...deal.redeals.map((redeal) => redeal.hands), deal.hands]);
// While a match is running, a pack of the deal in play may already have been thrown in: its link is published before its record.
const enough = record.status === "finished" ? packs.length === proof.links.length : packs.length <= proof.links.length;
if (packs.length === 0) fail("no deal is over yet, so there is nothing to check");
if (!enough) fail(`${packs.length} packs, ${proof.links.length} links`);
const salt = proof.seeded ? "" : [proof.gameId, ...proof.clientSeeds.map((seed) => seed ?? "")].join("\n");
const links = proof.links.map(({ link }) => Buffer.from(link, "hex"));
links.forEach((link, i) => {
  if (sha256(link).toString("hex") !== (i === 0 ? proof.commitment : proof.links[i - 1].link)) fail(`link ${i + 1} is not part of the chain`);
  const cards = shuffled(link, salt, i + 1);
  packs[i]?.forEach((hand, seat) => hand.join() !== PACK.filter((card) => cards.indexOf(card) >= 13 * seat && cards.indexOf(card) < 13 * seat + 13).join() && fail(`pack ${i + 1}, seat ${seat}`));
});
if (record.firstDealer !== null && below(words(hmac(links[0], salt), "dealer", 1), 4) !== record.firstDealer) fail("first dealer");
console.log(`OK: ${packs.length} packs were fixed before play${proof.playersEntropy ? ", with players' own seeds mixed in" : ""}`);
