/**
 * Fair dealing (docs/records.md section 1): a chain of hashes committed to at creation, one link for each pack, and words from
 * each link. The verifiers under `examples/` repeat this from the description in the README alone.
 */

import { createHash, createHmac } from "node:crypto";
import { type Dealing, dealOut, shuffle, uniform, type Words } from "../engine/index.ts";

/** Packs that one game can deal, redeals and tie-breaks included: more than 100 deals of 6 packs. */
export const CHAIN_LENGTH = 1024;

const sha256 = (data: Uint8Array | string): Buffer => createHash("sha256").update(data).digest();
const hmac = (key: Uint8Array, message: Uint8Array | string): Buffer =>
  createHmac("sha256", key).update(message).digest();

/** The last link of the chain of a seeded game; any other game draws 32 random bytes. */
export const rootOfSeed = (seed: string): Uint8Array => sha256(`trix-seed/1\n${seed}`);

/** The whole chain from its root: `links[k]` opens pack k, `links[0]` is the commitment. About 1 ms. */
export function chainOf(root: Uint8Array): Uint8Array[] {
  const links: Uint8Array[] = new Array(CHAIN_LENGTH + 1);
  links[CHAIN_LENGTH] = root;
  for (let n = CHAIN_LENGTH; n > 0; n--) links[n - 1] = sha256(links[n]);
  return links;
}

export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

/** A stream of 32-bit words: HMAC-SHA256(key, label, number, counter), both numbers 32-bit big-endian, eight words a block. */
export function wordsOf(key: Uint8Array, label: string, number: number): Words {
  let block: Buffer | undefined;
  let counter = 0,
    at = 32;
  const suffix = Buffer.alloc(8);
  suffix.writeUInt32BE(number, 0);
  return () => {
    if (block === undefined || at === 32) {
      suffix.writeUInt32BE(counter++, 4);
      block = hmac(key, Buffer.concat([Buffer.from(label, "utf8"), suffix]));
      at = 0;
    }
    at += 4;
    return block.readUInt32BE(at - 4);
  };
}

/** What goes into every pack's key beside its link: nothing in a seeded game, so that the same seed deals the same packs anywhere. */
export const saltOf = (gameId: string, clientSeeds: readonly (string | null)[], seeded: boolean): string =>
  seeded ? "" : [gameId, ...clientSeeds.map((seed) => seed ?? "")].join("\n");

/** The packs of one game, and the links that open them. */
export interface Packs extends Dealing {
  /** The link of the k-th pack in hex, to be published once that pack's play is over. */
  link(k: number): string;
  /** The words of a house bot's decision at a seat, after the event `seq`: a stream of their own, so that bots never touch the deals. */
  botWords(seq: number, seat: number): Words;
}

/** The packs that a chain and a salt give. Pure in both: asked again, they are the same. */
export function packsOf(root: Uint8Array, salt: string): Packs {
  let links: Uint8Array[] | undefined;
  const linkOf = (k: number) => {
    if (k > CHAIN_LENGTH) throw new RangeError(`a game deals at most ${CHAIN_LENGTH} packs`);
    links ??= chainOf(root);
    return links[k];
  };
  const keyOf = (k: number) => hmac(linkOf(k), salt);
  return {
    pack: (k) => dealOut(shuffle(wordsOf(keyOf(k), "deal", k))),
    firstDealer: () => uniform(wordsOf(keyOf(1), "dealer", 1), 4),
    firstKing: () => uniform(wordsOf(keyOf(1), "king", 1), 4),
    link: (k) => toHex(linkOf(k)),
    botWords: (seq, seat) => wordsOf(hmac(root, "bots"), `bot ${seat}`, seq),
  };
}
