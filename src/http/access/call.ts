/**
 * Who calls, looked at: the only way from a request to what the server keeps. Each operation gives its handler the call that
 * its `access` and its path stand for (exchange/router.ts), so that none can forget to look.
 */

import type { Context } from "hono";
import type { Seat } from "../../engine/index.ts";
import { isGameId, isHookId } from "../../ids/ids.ts";
import type { AppEnv, Env } from "../exchange/env.ts";
import { Problem } from "../exchange/problem.ts";
import type { EndReason } from "../live/subscription.ts";
import { RemoteGame, RemotePlayer, RemoteWebhook } from "../objects.ts";
import type { Credential } from "./access.ts";
import { credentialOf, onlySeatOf, unauthorized } from "./auth.ts";
import { lapseOf } from "./revoked.ts";
import { isUser } from "./users.ts";

/** Makes a handler's call of a request, or throws what is wrong with who calls. */
export type Check<C extends OpenCall> = (c: Context<AppEnv>) => C;

/** A call that is anybody's. */
export class OpenCall {
  /** The request, with all that the platform gives. */
  protected readonly context: Context<AppEnv>;

  constructor(context: Context<AppEnv>) {
    this.context = context;
  }

  /** What the platform gives, but for the objects. */
  get env(): Pick<Env, "DB" | "TOKEN_SECRET" | "WEBHOOKS_PRIVATE"> {
    return this.context.env;
  }
}

/** A call that anybody may make, with a token that is good or without one. */
export class PublicCall extends OpenCall {
  /** `null` for the public: no token, or an app that acts for nobody. */
  readonly player: string | null;

  constructor(context: Context<AppEnv>) {
    super(context);
    this.player = credentialOf(context)?.player ?? null;
  }
}

/** A call of a player, also through an app. */
export class PlayerCall extends OpenCall {
  readonly player: string;
  readonly credential: Credential;

  constructor(context: Context<AppEnv>) {
    super(context);
    this.credential = demanded(context);
    if (this.credential.player === null) throw new Problem("act_as_required");
    this.player = this.credential.player;
  }

  /** The player's own object. */
  get own(): RemotePlayer {
    const { app } = this.credential;
    // An account is there with its token; an app can name anybody.
    return new RemotePlayer(this.context, this.player, async () => app === null || isUser(this.env.DB, this.player));
  }

  /** The game with an id that this server has just made, or told. */
  gameOf(id: string): RemoteGame {
    return new RemoteGame(this.context, id);
  }

  /** The game with the id that the caller has sent in a body, if this server made it. */
  gameSent(id: string): RemoteGame {
    return gameWith(this.context, id);
  }

  /** Looks at the token once more, after a wait. Throws where it is good no longer. */
  recheck(): void {
    demanded(this.context);
  }

  /** Why the token holds no longer, or `null`: to be asked while something stays open. */
  lapsed(): EndReason | null {
    return lapseOf(this.context, this.credential.token);
  }
}

/** A call of a player about the game in the path. */
export class GameCall extends PlayerCall {
  readonly game: RemoteGame;
  /** The one seat that the token may play, where it is bound to one. */
  readonly onlySeat: Seat | undefined;

  constructor(context: Context<AppEnv>) {
    super(context);
    ({ game: this.game, onlySeat: this.onlySeat } = inGame(context));
  }

  /** One of the player's webhooks in this game; an invented one, or somebody else's, is told without waking an object. */
  webhook(id: string): RemoteWebhook {
    if (!isHookId(this.env, id, this.game.id, this.player)) throw new Problem("webhook_not_found");
    return new RemoteWebhook(this.context, id);
  }
}

/** A call that anybody may make about the game in the path; a player's token shows more. */
export class ReaderCall extends PublicCall {
  readonly game: RemoteGame;
  readonly onlySeat: Seat | undefined;

  constructor(context: Context<AppEnv>) {
    super(context);
    ({ game: this.game, onlySeat: this.onlySeat } = inGame(context));
  }
}

/** A call of an app about itself. */
export class AppCall extends OpenCall {
  readonly app: string;

  constructor(context: Context<AppEnv>) {
    super(context);
    const { app } = demanded(context);
    if (app === null) throw new Problem("not_an_app");
    this.app = app;
  }
}

function demanded(c: Context<AppEnv>): Credential {
  const credential = credentialOf(c);
  if (credential === null) throw unauthorized();
  return credential;
}

/** The game in the path: a token for another game's seat is refused, then an id that this server has not made. */
function inGame(c: Context<AppEnv>): { game: RemoteGame; onlySeat: Seat | undefined } {
  const id = c.req.param("gameId");
  if (id === undefined) throw new Error(`there is no game in the path ${c.req.path}`);
  const onlySeat = onlySeatOf(c, id);
  return { game: gameWith(c, id), onlySeat };
}

/** The game with the id that somebody sent, if this server made it. Nothing is woken for an invented one. */
export function gameWith(c: Context<AppEnv>, id: string): RemoteGame {
  if (!isGameId(c.env, id)) throw new Problem("game_not_found");
  return new RemoteGame(c, id);
}

/** Anybody, whatever they send. */
export const openToAll: Check<OpenCall> = (c) => new OpenCall(c);
/** Anybody; a token that is sent must be good. */
export const asPublic: Check<PublicCall> = (c) => new PublicCall(c);
/** A player. */
export const asPlayer: Check<PlayerCall> = (c) => new PlayerCall(c);
/** An app. */
export const asApp: Check<AppCall> = (c) => new AppCall(c);
/** A player, at the game in the path. */
export const atGame: Check<GameCall> = (c) => new GameCall(c);
/** Anybody, at the game in the path. */
export const asReader: Check<ReaderCall> = (c) => new ReaderCall(c);
