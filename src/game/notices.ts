/** What a game tells its players' own objects and its webhooks: which decision waits for whom. Pure; times in milliseconds since 1970. */

import type { Notice } from "../player/types.ts";
import type { WebhookFacts, WebhookNotice } from "../webhook/types.ts";
import { botAt, type GameState, seatOf } from "./state.ts";

/**
 * The decision that waits for a player, or `null`. Where a house bot stands in, the decision is the bot's. `offset` is how
 * far the game's own time is ahead of the real one, by which the deadline is told.
 */
export function waitingFor(state: GameState, player: string, offset: number): Notice["decision"] {
  const seat = state.status === "playing" ? seatOf(state, player) : null;
  const opened = seat === null || botAt(state.seats[seat]) !== null ? null : state.decisions[seat];
  if (seat === null || opened === null) return null;
  const deadline = state.clock?.deadlines[seat] ?? null;
  return { id: String(opened), deadline: deadline === null ? null : deadline - offset };
}

/** The notices to everybody who has or had a seat in this match, by player id. */
export const noticesOf = (state: GameState, offset: number): Map<string, Notice> =>
  new Map(
    state.tenures.map(({ player }) => [
      player,
      { game: state.facts.id, version: state.version, decision: waitingFor(state, player, offset) },
    ]),
  );

/** What a webhook is told: a public one of no decision. */
export const webhookNotice = (
  { audience, player }: Pick<WebhookFacts, "audience" | "player">,
  state: GameState,
  offset: number,
): WebhookNotice => ({
  version: state.version,
  ...(state.facts.sandbox === true && { sandbox: true }),
  decision: audience === "public" ? null : waitingFor(state, player, offset),
});
