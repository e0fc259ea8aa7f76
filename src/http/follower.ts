/** Who follows a game: by a token or the public, or by a ticket. */

import type { Context } from "hono";
import type { Follow } from "../feed/frames.ts";
import type { GameFollower } from "../game/feed.ts";
import { credentialOf, onlySeatOf, unauthorized } from "./auth.ts";
import type { AppEnv } from "./env.ts";
import { faulty } from "./problem.ts";
import { isRevoked, refreshRevoked } from "./revoked.ts";
import type { EndReason } from "./stream.ts";
import { readTicket } from "./ticket.ts";

/** A follower, as its line is opened and as it is asked about while it lasts. */
export interface Follower {
  follow: Omit<Follow<GameFollower>, "after">;
  /** Why it may follow no longer, or `null`. */
  refused: () => EndReason | null;
}

/** Who follows the game with this id. Throws what is wrong with the token or the ticket. */
export function followerOf(c: Context<AppEnv>, game: string, ticket: string | undefined): Follower {
  return ticket === undefined ? byToken(c, game) : byTicket(c, game, ticket);
}

function byToken(c: Context<AppEnv>, game: string): Follower {
  const credential = credentialOf(c);
  const onlySeat = onlySeatOf(c, game);
  if (credential === null)
    return { follow: { who: { player: null, mayAct: false }, counted: null }, refused: () => null };
  const { player, app, token } = credential;
  return {
    follow: {
      who: {
        player,
        ...(app !== null && { app }),
        ...(onlySeat !== undefined && { onlySeat }),
        mayAct: player !== null && token.scopes.includes("games:play"),
      },
      counted: player ?? token.id,
    },
    refused: refusal(c, token),
  };
}

function byTicket(c: Context<AppEnv>, game: string, text: string): Follower {
  if (c.req.raw.headers.has("authorization")) {
    throw faulty([{ in: "query", pointer: "/ticket", code: "one_of", message: "Send a token or a ticket, not both." }]);
  }
  const ticket = readTicket(c.env, text);
  if (ticket === undefined)
    throw unauthorized("This ticket is not from this server. Get one with POST /v1/games/{gameId}/tickets.");
  if (ticket.game !== game) throw unauthorized("This ticket is for another game.");
  const { id, until, player, app, onlySeat, mayAct } = ticket;
  const refused = refusal(c, ticket.token);
  if (refused() !== null) throw unauthorized("The token that created this ticket is no longer valid.");
  return {
    follow: {
      who: { player, ...(app !== null && { app }), ...(onlySeat !== null && { onlySeat }), mayAct },
      counted: player,
      ticket: { id, until },
    },
    refused,
  };
}

/** Looks at a token again: why its bearer may follow no longer, or `null`. Sees to it that the list of revoked ones is not too old. */
export const refusal =
  (c: Context<AppEnv>, { id, expiresAt }: { id: string; expiresAt: number | null }) =>
  (): EndReason | null => {
    void refreshRevoked(c, false);
    return isRevoked(id) ? "revoked" : expiresAt !== null && expiresAt <= Date.now() ? "expired" : null;
  };
