/** What can be read back from a game's log: its record, and the proof of its deals. */

import { eventFor, recordDeals, type Audience, type MatchRecord, type MovedEvent, type Seat } from "../engine/index.ts";
import { CHAIN_LENGTH } from "./dealing.ts";
import { isMatchEvent, type Commit, type GameState } from "./state.ts";
import type { Occupant, Proof } from "./types.ts";
import { instant } from "./view.ts";

/** The record of the deals that are over; `commits` is the whole log. */
export function recordOf(state: GameState, commits: Iterable<Commit>): MatchRecord {
  const { facts, match } = state;
  return {
    format: "trix-record/1", id: facts.id, date: instant(state.startedAt ?? facts.createdAt).slice(0, 10), rules: facts.rules,
    seats: state.seats.map(signature), commitment: facts.commitment,
    firstDealer: match === null || match.firstDealer < 0 ? null : match.firstDealer as Seat,
    deals: recordDeals(movedEvents(commits, "public")), scores: match?.totals ?? [0, 0, 0, 0], result: match?.result ?? null, status: state.status,
  };
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
    case "bot": return { name: occupant.bot, kind: "bot" };
    case "player": return { name: occupant.player.name, kind: "player" };
    default: return { name: "", kind: "player" };
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
    algorithm: "trix-deal/1", gameId: state.facts.id, seeded: state.facts.seeded, commitment: state.facts.commitment, chainLength: CHAIN_LENGTH,
    playersEntropy: started && !state.facts.seeded && state.clientSeeds.some((seed) => seed !== null),
    clientSeeds: started ? state.clientSeeds : [], links,
  };
}
