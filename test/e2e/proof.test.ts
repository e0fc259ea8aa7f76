import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/bundle.ts";
import { makeHands } from "../../src/engine/index.ts";
import { chainOf, packsOf, rootOfSeed, toHex } from "../../src/game/dealing.ts";
import { Client } from "../support/client.ts";
import { cut } from "../support/play.ts";
import {
  checkProofs,
  forgeries,
  furtherForgeries,
  mustAccept,
  mustReject,
  playOn,
  verify,
  verifyProof,
} from "../support/proofs.ts";
import { randomFrom } from "../support/random.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  const failures = server.logs.filter(({ level }) => level === "error");
  await server.close();
  expect(failures).toEqual([]);
});

describe("finished matches", () => {
  test("both verifiers accept seeded and unseeded ones, with redeals, tie-breaks and client seeds, and reject every forgery", async () => {
    const random = randomFrom("proofs");
    const tally = await checkProofs(4, server.url, random, (proven) => [
      ...forgeries(proven, random),
      ...(proven.proof.playersEntropy ? furtherForgeries(proven) : []),
    ]);
    // Three forgeries of each match, six more of the one with client seeds, two verifiers.
    expect(tally).toMatchObject({ matches: 4, accepted: 8, rejected: (4 * 3 + 6) * 2 });
    expect(tally.redeals).toBeGreaterThan(0);
    expect(tally.tiebreaks).toBeGreaterThan(0);
  });

  test("a seeded match deals the packs and draws the dealer that the seed gives, whatever the game", async () => {
    const creator = await Client.register(server.url, "Carla");
    const bots = ["random", "random", "random", "random"].map((bot) => ({ bot }));
    const dealers = new Set<number>();
    for (let i = 0; i < 6; i++) {
      const seed = `dealer ${i}`;
      const { id } = await creator.create({
        seed,
        rules: { preset: "trex", mode: "practice", practice: { contracts: ["diamonds"], deals: 1 } },
        seats: bots,
      });
      const [record, proof] = [await creator.record(id), await creator.proof(id)];
      const packs = packsOf(rootOfSeed(seed), "");
      expect(record.firstDealer).toBe(packs.firstDealer());
      const dealt = record.deals.flatMap((deal) => [...deal.redeals.map(({ hands }) => hands), deal.hands]);
      for (const [k, hands] of dealt.entries()) expect(hands).toEqual(makeHands(packs.pack(k + 1)));
      if (i === 0) mustAccept(await verifyProof(record, proof), seed);
      dealers.add(record.firstDealer!);
    }
    expect(dealers.size).toBeGreaterThan(1);
  });
});

test("while a match is running, what is finished of it is proven, and nothing of the rest is told", async () => {
  const random = randomFrom("running");
  const player = await Client.register(server.url, "Dina");
  const { id } = await player.create({
    rules: { preset: "trex", kingdoms: 1 },
    seats: [{ player: "me" }, { bot: "random" }, { bot: "random" }, { bot: "random" }],
  });
  const none = await verifyProof(await player.record(id), await player.proof(id));
  mustReject(none, "a match without a finished deal");
  for (const deals of [1, 2]) {
    await playOn(id, [player], random, (view) => view.deals.length >= deals && view.deal!.plays.length > 3);
    const [record, proof] = [await player.record(id), await player.proof(id)];
    expect(record).toMatchObject({ status: "playing", result: null });
    expect(record.deals.length).toBeGreaterThanOrEqual(deals);
    mustAccept(await verifyProof(record, proof), `a running match after ${deals} deals`);
    const packs = record.deals.reduce((sum, deal) => sum + 1 + deal.redeals.length, 0);
    const { deal } = await player.view(id);
    expect(proof.links.length).toBe(packs + deal!.redeals);
    const [{ what, forged }] = forgeries({ record, proof }, random);
    mustReject(await verifyProof(forged.record, forged.proof), what);
  }
});

describe("the published vectors", () => {
  const path = join(ROOT, "examples/vectors.json");
  const { algorithm, vectors } = JSON.parse(readFileSync(path, "utf8")) as {
    algorithm: string;
    vectors: { seed: string; commitment: string; pack: number; link: string; salt: string; cards: string }[];
  };

  test("both verifiers accept them", async () => {
    const verdicts = await verify([path]);
    mustAccept(verdicts, "vectors.json");
    expect(new Set(verdicts.map(({ stdout }) => stdout))).toEqual(new Set([`OK: ${vectors.length} vectors\n`]));
  });

  test("the server's own dealing gives them: commitment, link and hands", () => {
    expect(algorithm).toBe("trix-deal/1");
    for (const { seed, commitment, pack, link, salt, cards } of vectors) {
      const root = rootOfSeed(seed);
      const packs = packsOf(root, salt);
      expect(toHex(chainOf(root)[0])).toBe(commitment);
      expect(packs.link(pack)).toBe(link);
      const list = cards.split(" ") as Parameters<typeof cut>[0];
      expect(new Set(list).size).toBe(52);
      expect(makeHands(packs.pack(pack))).toEqual(cut(list));
    }
    // The chain's far end, client seeds and more than one pack of a game are among them.
    expect(vectors.some(({ salt }) => salt.includes("\n"))).toBe(true);
    expect(new Set(vectors.map(({ pack }) => pack)).size).toBeGreaterThan(1);
  });

  test("each verifier is under 60 lines and needs nothing but its language", () => {
    const sources = ["verify.js", "verify.py"].map((name) => readFileSync(join(ROOT, "examples", name), "utf8"));
    for (const source of sources) expect(source.trimEnd().split("\n").length).toBeLessThan(60);
    expect([...sources[0].matchAll(/from "(.*?)"/g)].map(([, module]) => module)).toEqual(["node:crypto", "node:fs"]);
    expect(sources[1].match(/^(import|from) .*/gm)).toEqual(["import hashlib, hmac, json, struct, sys"]);
  });
});
