/** Who calls, what an operation asks of its caller, and what the call is counted against: the words of access/. */

import type { Seat } from "../../engine/index.ts";
import type { Scope } from "../../ids/scopes.ts";
import type { Token } from "../../ids/token.ts";

/** The names of the budgets of calls (access/budgets.ts has their figures). */
export type Budget = "accounts" | "public" | "checks" | "requests" | "apps" | "games" | "webhooks";

/** What an operation asks of its caller. */
export interface Access {
  /** Everybody, whatever they send; everybody, with a better view for a token; players, also through an app; apps. */
  who: "open" | "public" | "player" | "app";
  /** What a token must be allowed to do, where it needs to be allowed anything. */
  scope: Scope | null;
  /** Whether a token for one seat will do. */
  seatTokens: boolean;
  /** What calls with a player's token are counted against; `null` for actions, which never are. */
  budget: Budget | null;
}

/** Who calls. */
export interface Credential {
  token: Token;
  /** `null` for an app that acts for nobody. */
  player: string | null;
  /** The app whose token it is. */
  app: string | null;
  only: { game: string; seat: Seat } | null;
}

/** What the header holds: nothing, something without `Bearer`, something that is no token of this server, or a token. */
export type Given = null | "malformed" | "wrong" | "expired" | "revoked" | Token;

/** What is known of the caller before the request is looked at. */
export interface Caller {
  access: Access;
  given: Given;
}
