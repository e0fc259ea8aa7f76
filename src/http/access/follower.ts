/** Who follows a game: by a token or the public, or by a ticket. */

import type { Context } from "hono";
import type { Follow } from "../../feed/frames.ts";
import type { GameFollower } from "../../game/feed.ts";
import { readTicket } from "../../ids/ticket.ts";
import { DETAILS } from "../../labels/details/index.ts";
import type { AppEnv } from "../exchange/env.ts";
import { faulty } from "../exchange/problem.ts";
import type { Dial } from "../live/line.ts";
import type { EndReason } from "../live/subscription.ts";
import type { RemoteGame } from "../objects.ts";
import { credentialOf, onlySeatOf, unauthorized } from "./auth.ts";
import { type Check, gameWith, OpenCall } from "./call.ts";
import { lapseOf } from "./revoked.ts";

/** A follower, as its line is opened and as it is asked about while it lasts. */
interface Follower {
  follow: Omit<Follow<GameFollower>, "after">;
  /** The id of the token that it goes back to, empty for the public. */
  token: string;
  /** Why it may follow no longer, or `null`. */
  lapsed: () => EndReason | null;
}

/** A call that follows the game in the path. */
export class FollowerCall extends OpenCall {
  readonly game: RemoteGame;
  /** Who follows, as the game is told. */
  readonly who: GameFollower;
  readonly byTicket: boolean;
  readonly #follower: Follower;

  constructor(context: Context<AppEnv>) {
    super(context);
    const id = context.req.param("gameId") ?? "";
    const ticket = context.req.query("ticket");
    this.byTicket = ticket !== undefined;
    this.#follower = ticket === undefined ? byToken(context, id) : byTicket(context, id, ticket);
    this.who = this.#follower.follow.who;
    this.game = gameWith(context, id);
  }

  /** The id of the token that follows, also by a ticket; empty for the public. */
  get token(): string {
    return this.#follower.token;
  }

  /** How to open a line to the game. */
  get dial(): Dial {
    return this.game.dial(this.#follower.follow);
  }

  /** Why it may follow no longer, or `null`: to be asked while a stream lasts. */
  lapsed(): EndReason | null {
    return this.#follower.lapsed();
  }
}

/** Anybody who follows the game in the path: with a token, a ticket, or neither. */
export const asFollower: Check<FollowerCall> = (c) => new FollowerCall(c);

function byToken(c: Context<AppEnv>, game: string): Follower {
  const credential = credentialOf(c);
  const onlySeat = onlySeatOf(c, game);
  if (credential === null)
    return { follow: { who: { player: null, mayAct: false }, counted: null }, token: "", lapsed: () => null };
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
    token: token.id,
    lapsed: () => lapseOf(c, token),
  };
}

function byTicket(c: Context<AppEnv>, game: string, text: string): Follower {
  if (c.req.raw.headers.has("authorization")) {
    throw faulty([{ in: "query", pointer: "/ticket", code: "one_of", message: "Send a token or a ticket, not both." }]);
  }
  const ticket = readTicket(c.env, text);
  if (ticket === undefined) throw unauthorized(DETAILS.ticket_wrong);
  if (ticket.game !== game) throw unauthorized(DETAILS.ticket_elsewhere);
  const { id, until, player, app, onlySeat, mayAct, token } = ticket;
  if (lapseOf(c, token) !== null) throw unauthorized(DETAILS.ticket_lapsed);
  return {
    follow: {
      who: { player, ...(app !== null && { app }), ...(onlySeat !== null && { onlySeat }), mayAct },
      counted: player,
      ticket: { id, until },
    },
    token: token.id,
    lapsed: () => lapseOf(c, token),
  };
}
