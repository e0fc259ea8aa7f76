/** Matches over HTTP whose deals are proven by the two published verifiers, run as the programs that strangers run. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../../scripts/bundle.ts";
import type { MatchRecord } from "../../src/engine/index.ts";
import { packsOf, rootOfSeed } from "../../src/game/dealing.ts";
import type { GameView, Proof } from "../../src/game/types.ts";
import { Client } from "./client.ts";
import { inPackOrder, SEATS } from "./play.ts";
import type { Random } from "./random.ts";

const run = promisify(execFile);

/** Python itself: a shim in its place may take longer than the check. */
let python: Promise<string> | undefined;
const findPython = (): Promise<string> =>
  (python ??= run("python3", ["-c", "import sys; print(sys.executable)"]).then(({ stdout }) => stdout.trim()));

export interface Verdict {
  code: number;
  stdout: string;
  stderr: string;
}

async function verdictOf(program: string, args: string[]): Promise<Verdict> {
  try {
    return { code: 0, ...(await run(program, args)) };
  } catch (error) {
    const { code, stdout, stderr } = error as Verdict;
    return { code, stdout, stderr };
  }
}

/** What both verifiers say of these files: JavaScript first, then Python. */
export async function verify(files: string[]): Promise<Verdict[]> {
  return Promise.all([
    verdictOf(process.execPath, [join(ROOT, "examples/verify.js"), ...files]),
    verdictOf(await findPython(), [join(ROOT, "examples/verify.py"), ...files]),
  ]);
}

/** What both say of a record and a proof. */
export async function verifyProof(record: MatchRecord, proof: Proof): Promise<Verdict[]> {
  const dir = await mkdtemp(join(tmpdir(), "trix-proof-"));
  try {
    const files = [join(dir, "record.json"), join(dir, "proof.json")];
    await Promise.all([writeFile(files[0], JSON.stringify(record)), writeFile(files[1], JSON.stringify(proof))]);
    return await verify(files);
  } finally {
    await rm(dir, { recursive: true });
  }
}

export interface Proven {
  record: MatchRecord;
  proof: Proof;
}

export function mustAccept(verdicts: Verdict[], what: string): void {
  for (const { code, stdout, stderr } of verdicts) {
    assert.ok(code === 0 && stdout.startsWith("OK"), `${what} is not accepted: ${code} ${stdout} ${stderr}`);
  }
}

/** Both refuse, and say why, rather than fall over. */
export function mustReject(verdicts: Verdict[], what: string): void {
  for (const { code, stdout, stderr } of verdicts) {
    assert.ok(
      code === 1 && stdout === "" && /^NOT PROVEN: .+\n$/.test(stderr),
      `${what} is not refused in one line: ${code} ${stdout} ${stderr}`,
    );
  }
}

const flipped = (hex: string, at: number): string =>
  hex.slice(0, at) + (parseInt(hex[at], 16) ^ 1).toString(16) + hex.slice(at + 1);

/** The three ways of cheating that no verifier may overlook, each done once to a copy. */
export function forgeries({ record, proof }: Proven, random: Random): { what: string; forged: Proven }[] {
  const copies = [
    "one card swapped in a hand",
    proof.seeded ? "a seeded game told as an unseeded one" : "one client seed changed",
    "one link changed",
  ].map((what) => ({ what, forged: structuredClone({ record, proof }) }));
  const [swap, seed, link] = copies.map(({ forged }) => forged);
  const packs = swap.record.deals.flatMap((deal) => [...deal.redeals.map(({ hands }) => hands), deal.hands]);
  const hands = random.pick(packs),
    [a, b] = random.shuffled(SEATS);
  const [i, j] = [random.below(13), random.below(13)];
  [hands[a]![i], hands[b]![j]] = [hands[b]![j], hands[a]![i]];
  // Sorted again: the order must not be what gives it away.
  for (const each of [a, b]) hands[each] = inPackOrder(hands[each]!);
  if (proof.seeded) seed.proof.seeded = false;
  else {
    const at = random.below(4);
    seed.proof.clientSeeds[at] = `${seed.proof.clientSeeds[at] ?? ""}x`;
  }
  const one = random.pick(link.proof.links);
  one.link = flipped(one.link, random.below(64));
  return copies;
}

/** Other records and proofs that do not go together. */
export function furtherForgeries({ record, proof }: Proven): { what: string; forged: Proven }[] {
  const copies: { what: string; forged: Proven }[] = [];
  const add = (what: string, change: (copy: Proven) => void) => {
    const forged = structuredClone({ record, proof });
    change(forged);
    copies.push({ what, forged });
  };
  add("another commitment", (copy) => {
    copy.record.commitment = copy.proof.commitment = flipped(proof.commitment, 5);
  });
  add("the last link left out", ({ proof: { links } }) => {
    links.pop();
  });
  add("the last deal left out", ({ record: { deals } }) => {
    deals.pop();
  });
  add(
    "two hands of the first deal swapped",
    ({
      record: {
        deals: [{ hands }],
      },
    }) => {
      [hands[1], hands[2]] = [hands[2], hands[1]];
    },
  );
  add("a game of another id", (copy) => {
    copy.proof.gameId = `${copy.proof.gameId.slice(0, -1)}_`;
  });
  if (record.firstDealer !== null)
    add("another first dealer", (copy) => {
      copy.record.firstDealer = ((record.firstDealer! + 1) % 4) as MatchRecord["firstDealer"];
    });
  return copies;
}

const BOTS = [{ bot: "random" }, { bot: "random" }, { bot: "random" }];
/** Under these points three seats are tied for the first place after the king of hearts, whoever takes it. */
const TIED = {
  kingdoms: 1,
  doubling: { enabled: false },
  points: { queen: 0, diamond: 0, trick: 0 },
  layoutPoints: [0, 0, 0, 0],
  tiebreak: "king_of_hearts_deal",
};

/** Plays random actions for these players until `done`; house bots have the other seats. */
export async function playOn(
  game: string,
  players: readonly Client[],
  random: Random,
  done: (view: GameView) => boolean = () => false,
): Promise<GameView> {
  let view = await players[0].view(game);
  /** Whose view it is. */
  let last = players[0];
  while (view.status === "playing" && !done(view)) {
    const player = players.find((one) =>
      view.seats.some(
        (seat) =>
          seat.kind === "player" && seat.player.id === one.player!.id && view.deal!.awaiting.includes(seat.seat),
      ),
    )!;
    const { you } = player === last ? view : await player.view(game);
    // Claims are rare, and what follows from them is what the proof must hold.
    const claim = you!.legalActions.find((action) => action.type === "redeal" && action.claim);
    const acted = await player.act(game, (claim ?? random.pick(you!.legalActions)).id, you!.decision!.id);
    assert.equal(acted.status, 200, acted.text);
    view = acted.json.game;
    last = player;
  }
  return view;
}

/** One match of the kinds that proofs differ by, played to its end. `players` are two accounts. */
export async function provenMatch(kind: number, players: readonly [Client, Client], random: Random): Promise<Proven> {
  const [creator, other] = players;
  let view: GameView;
  const seed = `proof ${random.word()}`;
  switch (kind % 4) {
    // Seeded, with the dealer drawn.
    case 0:
      view = await creator.create({ seed, rules: { preset: "trex", kingdoms: 1 }, seats: [{ player: "me" }, ...BOTS] });
      break;
    // Client seeds from two of four, with every character that a line of text might trip over.
    case 1:
      view = await creator.create({
        rules: { preset: "trex", mode: "complex", kingdoms: 1 },
        seats: [{ player: "me" }, BOTS[0], { open: true }, BOTS[0]],
      });
      await creator.join(view.id, { clientSeed: random.pick(["\"'\\ {}%s", "~", " spaces ", "null", "0".repeat(64)]) });
      await other.join(view.id, { seat: 2, clientSeed: `dice ${random.word()}` });
      break;
    case 2:
      view = await creator.create({ rules: TIED, seats: [...BOTS, BOTS[0]] });
      break;
    default:
      view = await creator.create({ rules: { preset: "trex" }, seats: [...BOTS, BOTS[0]] });
  }
  const seated = kind % 4 === 0 ? [creator] : kind % 4 === 1 ? players : [];
  if (seated.length > 0) await playOn(view.id, seated, random);
  else
    for (let i = 0; i < 200 && (await creator.view(view.id)).status === "playing"; i++)
      await new Promise((later) => setTimeout(later, 50));
  const [record, proof] = await Promise.all([creator.record(view.id), creator.proof(view.id)]);
  assert.equal(record.status, "finished");
  if (kind % 4 === 0) {
    const packs = packsOf(rootOfSeed(seed), "");
    assert.equal(record.firstDealer, packs.firstDealer());
    assert.equal(proof.links[0].link, packs.link(1));
  }
  assert.deepEqual([proof.seeded, proof.playersEntropy], [kind % 4 === 0, kind % 4 === 1]);
  return { record, proof };
}

export interface Proofs {
  matches: number;
  packs: number;
  redeals: number;
  tiebreaks: number;
  accepted: number;
  rejected: number;
}

/** Plays `count` matches of all kinds; both verifiers accept each and reject every forgery of it. */
export async function checkProofs(
  count: number,
  url: string,
  random: Random,
  forge: (proven: Proven) => { what: string; forged: Proven }[],
): Promise<Proofs> {
  const players = [await Client.register(url, "Amal"), await Client.register(url, "Basil")] as const;
  const tally: Proofs = { matches: 0, packs: 0, redeals: 0, tiebreaks: 0, accepted: 0, rejected: 0 };
  for (let kind = 0; kind < count; kind++) {
    const proven = await provenMatch(kind, players, random);
    const { record, proof } = proven;
    mustAccept(await verifyProof(record, proof), `match ${record.id}`);
    for (const { what, forged } of forge(proven)) {
      mustReject(await verifyProof(forged.record, forged.proof), what);
      tally.rejected += 2;
    }
    tally.matches++;
    tally.packs += proof.links.length;
    tally.redeals += record.deals.reduce((sum, deal) => sum + deal.redeals.length, 0);
    tally.tiebreaks += record.deals.filter((deal) => deal.tiebreak).length;
    tally.accepted += 2;
  }
  return tally;
}
