/** What can be read back from a game's log: its record, and the proof of its deals. */

import {
  type Audience,
  dealsSeen,
  eventFor,
  type MatchRecord,
  type MovedEvent,
  recordDeals,
  recordScores,
  type Seat,
} from "../engine/index.ts";
import { instant } from "../wire/instants.ts";
import type { Outcome } from "./actions.ts";
import { CHAIN_LENGTH } from "./dealing.ts";
import { type Commit, isMatchEvent } from "./events.ts";
import type { GameState } from "./state.ts";
import type { Occupant, Proof } from "./types.ts";

/** The record of the deals that are over; `commits` is the whole log. */
export function recordOf(state: GameState, commits: Iterable<Commit>): MatchRecord {
  const log = [...commits];
  const { facts, match } = state;
  return {
    format: "trix-record/1",
    id: facts.id,
    date: instant(state.startedAt ?? facts.createdAt).slice(0, 10),
    rules: facts.rules,
    seats: state.seats.map(signature),
    commitment: facts.commitment,
    firstDealer: match === null || match.firstDealer < 0 ? null : (match.firstDealer as Seat),
    deals: recordDeals(movedEvents(log, "public")),
    ...forfeitsIn(log),
    scores: match?.totals ?? [0, 0, 0, 0],
    result: match?.result ?? null,
    status: state.status,
  };
}

/** The newest `seq` that a replay may show to anybody: all before the deal in play, or the one that was broken off; everything once the match is finished. */
export function newestFinished(state: GameState, commits: readonly Commit[]): number {
  if (state.status === "finished") return state.version;
  for (const commit of commits.toReversed()) {
    const started = commit.events.findLastIndex((event) => event.type === "deal_started");
    if (started >= 0) return commit.seq + started - 1;
  }
  return state.version;
}

/** The record of the finished deals, or with `replay` what one audience knew at an event (`null`: the newest that may be shown). */
export function recordAsked(
  state: GameState,
  commits: readonly Commit[],
  replay: { as: Audience; at: number | null } | null,
): Outcome<{ record: MatchRecord; version: number }> {
  const { version } = state;
  if (replay === null) return { ok: true, record: recordOf(state, commits), version };
  const newest = newestFinished(state, commits);
  const at = replay.at ?? newest;
  if (at > newest) return { ok: false, code: "deal_not_finished", isBare: true };
  return { ok: true, record: replayOf(state, commits, replay.as, at), version };
}

/** What `audience` knew of the match at the event `at`, as a record: hands it did not know are `null`. */
export function replayOf(state: GameState, commits: readonly Commit[], audience: Audience, at: number): MatchRecord {
  const before = commits
    .filter((commit) => commit.seq <= at)
    .map((commit) => ({ ...commit, events: commit.events.slice(0, at - commit.seq + 1) }));
  const events = before.flatMap((commit) => commit.events);
  const deals = dealsSeen(movedEvents(before, audience), audience);
  const finished = events.find((event) => event.type === "game_finished");
  const status =
    finished !== undefined
      ? "finished"
      : events.some((event) => event.type === "game_aborted")
        ? "aborted"
        : events.some((event) => event.type === "game_started")
          ? "playing"
          : "waiting";
  return {
    ...recordOf(state, []),
    ...forfeitsIn(before),
    deals,
    scores: recordScores(deals),
    result: finished?.result ?? null,
    status,
  };
}

/** Who gave the match up, each in which deal. */
function forfeitsIn(commits: readonly Commit[]): Pick<MatchRecord, "forfeits"> {
  const forfeits: NonNullable<MatchRecord["forfeits"]> = [];
  let deal = 0;
  for (const event of commits.flatMap((commit) => commit.events)) {
    if (event.type === "deal_started") deal++;
    if (event.type === "seat_forfeited") forfeits.push({ seat: event.seat, deal });
  }
  return forfeits.length === 0 ? {} : { forfeits };
}

/** The match's events as `audience` may read them, with their movers. */
function* movedEvents(commits: Iterable<Commit>, audience: Audience): Generator<MovedEvent> {
  for (const commit of commits) {
    for (const event of commit.events) if (isMatchEvent(event)) yield { ...eventFor(event, audience), by: event.by };
  }
}

/** How a record names a seat. */
function signature(occupant: Occupant): MatchRecord["seats"][number] {
  switch (occupant.kind) {
    case "bot":
      return { name: occupant.bot, kind: "bot" };
    case "player":
      return { name: occupant.player.name, kind: "player" };
    default:
      return { name: "", kind: "player" };
  }
}

/** The links published so far, with what a verifier needs beside the record; `commits` is the whole log. */
export function proofOf(state: GameState, commits: Iterable<Commit>): Proof {
  const links: Proof["links"] = [];
  for (const commit of commits) {
    for (const event of commit.events) {
      if (event.link === undefined) continue;
      if (event.type === "redealt") links.push({ pack: event.thrownPack, link: event.link });
      if (event.type === "deal_scored") links.push({ pack: event.pack, link: event.link });
    }
  }
  const started = state.startedAt !== null;
  return {
    algorithm: "trix-deal/1",
    gameId: state.facts.id,
    seeded: state.facts.seeded,
    commitment: state.facts.commitment,
    chainLength: CHAIN_LENGTH,
    playersEntropy: started && !state.facts.seeded && state.clientSeeds.some((seed) => seed !== null),
    clientSeeds: started ? state.clientSeeds : [],
    links,
  };
}
