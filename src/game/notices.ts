/** What a game tells its players' own objects and its webhooks: which decision waits for whom. Pure; times in milliseconds since 1970. */

import { SEATS } from "../engine/index.ts";
import type { Notice } from "../player/types.ts";
import type { WebhookFacts, WebhookNotice } from "../webhook/types.ts";
import { instant } from "../wire/instants.ts";
import { nearAt } from "./clock.ts";
import type { PlayerNews } from "./news.ts";
import { botAt } from "./occupants.ts";
import { type GameState, seatOf } from "./state.ts";

/**
 * The decision that waits for a player, or `null`. Where a house bot stands in, the decision is the bot's. `offset` is how
 * far the game's own time is ahead of the real one, by which the deadline is told.
 */
export function waitingFor(state: GameState, player: string, offset: number): Notice["decision"] | null {
  const seat = state.status === "playing" ? seatOf(state, player) : null;
  const opened = seat === null || botAt(state.seats[seat]) !== null ? null : state.decisions[seat];
  if (seat === null || opened === null) return null;
  const deadline = state.clock?.deadlines[seat] ?? null;
  return { id: String(opened), deadline: deadline === null ? null : deadline - offset };
}

/** The notices to those for whom a decision waits, by player id. That one was answered is not told: whoever lists what waits looks at the game. */
export function noticesOf(state: GameState, offset: number): Map<string, Notice> {
  const notices = new Map<string, Notice>();
  for (const { player, until } of state.tenures) {
    const decision = until === null ? waitingFor(state, player, offset) : null;
    if (decision !== null) notices.set(player, { game: state.facts.id, version: state.version, decision });
  }
  return notices;
}

/** When the time of each open decision gets short, in the game's own time, earliest first. */
export const shortages = ({ clock, facts }: GameState): number[] =>
  SEATS.map((seat) => nearAt(clock, facts.clock, seat))
    .filter((near) => near !== null)
    .sort((a, b) => a - b);

/** The news of decisions whose time has got short after `reached`, up to `until`, both in the game's own time; each once, by its key. */
export function shortNews(state: GameState, reached: number, until: number, offset: number): PlayerNews[] {
  const { clock, facts, tenures } = state;
  return tenures.flatMap(({ player, seat, until: end }) => {
    const near = end === null ? nearAt(clock, facts.clock, seat) : null;
    const decision = near === null || near <= reached || near > until ? null : waitingFor(state, player, offset);
    if (decision === null) return [];
    const { id, deadline } = decision;
    const event = { type: "deadline_near", game: facts.id, seat, decision: id, deadline: instant(deadline!) } as const;
    return [{ seq: Number(id), player, key: `${facts.id} near ${id}`, event }];
  });
}

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
