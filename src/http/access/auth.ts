/** Who calls: read from the Authorization header, and for apps from `Trix-Act-As`. */

import type { Context, MiddlewareHandler } from "hono";
import type { Seat } from "../../engine/index.ts";
import { userId } from "../../ids/ids.ts";
import type { Scope } from "../../ids/scopes.ts";
import { readToken, type Token } from "../../ids/token.ts";
import { DETAILS } from "../../labels/details/index.ts";
import type { Labels } from "../../labels/languages.ts";
import type { AppEnv } from "../exchange/env.ts";
import { Problem } from "../exchange/problem.ts";
import type { Access, Budget, Credential, Given } from "./access.ts";
import { addressOf, charge } from "./budgets.ts";
import { isStranger, refusedCallers, tooManyRefusals } from "./refusals.ts";
import { isRevoked, refreshRevoked } from "./revoked.ts";

function givenBy(c: Context<AppEnv>): Given {
  const header = c.req.raw.headers.get("authorization");
  if (header === null) return null;
  const text = /^bearer +(\S+) *$/i.exec(header)?.[1];
  if (text === undefined) return "malformed";
  const token = readToken(c.env, text);
  if (token === undefined) return "wrong";
  if (token.expiresAt !== null && token.expiresAt <= Date.now()) return "expired";
  return isRevoked(token.id) ? "revoked" : token;
}

/**
 * Stands before every operation: takes note of the caller and counts the call. It refuses nobody but those who call too
 * often: what is wrong with the request is told before what is wrong with the token.
 */
export function door(access: Access): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    let given = access.who === "open" ? null : givenBy(c);
    if (given !== null && typeof given !== "string") {
      await refreshRevoked(c, access.budget !== null);
      if (isRevoked(given.id)) given = "revoked";
    }
    c.set("caller", { access, given });
    const budget = budgetOf(access, given);
    const key = given === null || typeof given === "string" ? addressOf(c) : given.id;
    // Of what is counted against no budget, actions alone are counted where they are refused.
    const isAction = budget === null && access.who !== "open";
    if (budget !== null) await charge(c, budget, key);
    else if (isAction && !refusedCallers.isHeard(key, gameOf(c), Date.now())) throw tooManyRefusals();
    await next();
    if (isAction && c.error instanceof Problem)
      await countRefused(c, c.error, key, "app" in (given as Token).bearer ? "apps" : "requests");
  };
}

const gameOf = (c: Context<AppEnv>): string => c.req.param("gameId") ?? "";

/**
 * An action was refused. One that never reached a game, or that of a caller who has no seat there, is counted like any other call:
 * only in the game is it known which ones are legal. Who has none left, or too many in the game's own count, is remembered.
 */
async function countRefused(c: Context<AppEnv>, { code }: Problem, key: string, budget: Budget): Promise<void> {
  if (code === "too_many_refusals") return refusedCallers.note(key, gameOf(c), Date.now());
  if (c.get("hasAsked") === true && !isStranger(code)) return;
  try {
    await charge(c, budget, key);
  } catch (error) {
    refusedCallers.note(key, gameOf(c), Date.now());
    throw error;
  }
}

function budgetOf({ who, budget }: Access, given: Given): Budget | null {
  if (who === "open") return budget;
  if (given === null || typeof given === "string") return "public";
  if (budget === null || budget === "games" || budget === "webhooks") return budget;
  return "app" in given.bearer ? "apps" : budget;
}

const REFUSED = {
  malformed: DETAILS.token_malformed,
  wrong: DETAILS.token_wrong,
  expired: DETAILS.token_expired,
  revoked: DETAILS.token_revoked,
} as const;

/** Who calls, with a token that is good for this operation; `null` without a token. Throws what is wrong with it. */
export function credentialOf(c: Context<AppEnv>): Credential | null {
  const { access, given } = c.get("caller");
  const identity = c.req.raw.headers.get("trix-act-as");
  if (given === null) {
    if (identity !== null) throw unauthorized(DETAILS.only_apps_act_as);
    return null;
  }
  if (typeof given === "string") throw unauthorized(REFUSED[given]);
  // The body may have come long after the head, and the answer of a database as well.
  if (isRevoked(given.id)) throw unauthorized(REFUSED.revoked);
  const { bearer, scopes } = given;
  if (access.scope !== null && !scopes.includes(access.scope))
    throw forbidden(
      access.scope,
      DETAILS.scope_missing({ scopes: scopesText(scopes), required: scopesText([access.scope]) }),
    );
  if ("app" in bearer)
    return {
      token: given,
      player: identity === null ? null : userId(c.env, bearer.app, identity),
      app: bearer.app,
      only: null,
    };
  if (identity !== null)
    throw new Problem("not_an_app", {
      detail:
        "Trix-Act-As only works with an app's token. This is a player's token, and players act only for themselves.",
    });
  if (access.who === "app") throw new Problem("not_an_app");
  if (bearer.only !== null && !access.seatTokens) throw forbidden(access.scope, DETAILS.one_seat);
  return { token: given, player: bearer.player, app: null, only: bearer.only };
}

/** The seat that the caller's token is bound to, if it is; refuses it where that is a seat of another game. */
export function onlySeatOf(c: Context<AppEnv>, game: string): Seat | undefined {
  const only = credentialOf(c)?.only ?? null;
  if (only === null) return undefined;
  if (only.game !== game) throw forbidden(c.get("caller").access.scope, DETAILS.seat_elsewhere);
  return only.seat;
}

const challenge = (error: string): Record<string, string> => ({ "WWW-Authenticate": `Bearer realm="trix"${error}` });

/** Scopes, as details name them. */
export const scopesText = (scopes: readonly Scope[]): string => scopes.map((scope) => `\`${scope}\``).join(", ");

/** The 403 problem of a token that may not do this. */
export const forbidden = (scope: Scope | null, detail: Labels): Problem =>
  new Problem("insufficient_scope", {
    detail,
    headers: challenge(`, error="insufficient_scope"${scope === null ? "" : `, scope="${scope}"`}`),
  });

/** The 401 problem; `detail` where the token itself is at fault. */
export const unauthorized = (detail?: Labels): Problem =>
  new Problem("unauthorized", { detail, headers: challenge(detail === undefined ? "" : ', error="invalid_token"') });
