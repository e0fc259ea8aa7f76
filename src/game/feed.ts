/** Who follows a game, and what they are told of it. */

import type { Seat } from "../engine/index.ts";
import type { Log } from "../feed/feed.ts";
import type { Ledger } from "./ledger.ts";
import { wantsNext } from "./next.ts";
import { awaitingNow, eventsFrom } from "./reading.ts";
import type { GameState } from "./state.ts";
import type { ActRequest } from "./types.ts";
import { readerOf } from "./view.ts";

/** Who follows: an account or the public, `app` and `onlySeat` as in `ActRequest`. `mayAct`: whether its messages can be actions. */
export interface GameFollower {
  player: string | null;
  app?: string;
  onlySeat?: Seat;
  mayAct: boolean;
}

/** An action as it comes over a line. */
export type FollowerAction = Pick<ActRequest, "action" | "decision">;

/** How many events go into one message at most. */
const PAGE_EVENTS = 500;

/** Whether nothing will be added to the log by itself any more: a match of a series is followed by the next one. */
const isOver = (state: GameState): boolean =>
  state.status === "aborted" || (state.status === "finished" && !wantsNext(state));

/** The log of a game. Who reads is asked anew for each event: seats change hands. */
export const gameLog = (ledger: Ledger): Log<GameFollower> => ({
  read({ player, onlySeat }, after) {
    const now = ledger.state;
    const data = eventsFrom(ledger, after + 1, readerOf(now, player, onlySeat), PAGE_EVENTS);
    return {
      data,
      newest: now.version,
      over: isOver(now) && (data.at(-1)?.seq ?? after) >= now.version,
      awaiting: awaitingNow(ledger),
    };
  },
  keyOf({ player, onlySeat }) {
    const mayKnowMore = ledger.state.tenures.some((tenure) => tenure.player === player);
    return mayKnowMore ? `${player} ${onlySeat ?? "any"}` : "public";
  },
});

/** The action of a follower as the game takes it; `null` from one who may not act. */
export const actionOf = (
  { player, app, onlySeat, mayAct }: GameFollower,
  { action, decision }: FollowerAction,
): ActRequest | null =>
  player === null || !mayAct
    ? null
    : { player, ...(app !== undefined && { app }), ...(onlySeat !== undefined && { onlySeat }), action, decision };
