/** The one factory of routers: operations are answered by handlers that are given the checked call of whoever calls. */

import { OpenAPIHono, type RouteConfig, type RouteHandler } from "@hono/zod-openapi";
import type { Context } from "hono";
import type { AppCall, GameCall, OpenCall, PlayerCall, PublicCall, ReaderCall } from "../access/call.ts";
import type { FollowerCall } from "../access/follower.ts";
import type { AppEnv, Exchange } from "./env.ts";
import { problemOfIssues } from "./faults.ts";
import type { Operation, OperationConfig } from "./operation.ts";

/** The call that an operation's handler is given at least, by what the operation asks of its caller and by its path. */
type CallOf<R extends OperationConfig> = R["access"] extends "open"
  ? OpenCall
  : R["access"] extends "app"
    ? AppCall
    : R["path"] extends `${string}{gameId}${string}`
      ? R["access"] extends "player"
        ? GameCall
        : ReaderCall | FollowerCall
      : R["access"] extends "player"
        ? PlayerCall
        : PublicCall;

type ContextOf<R extends OperationConfig> = Parameters<RouteHandler<R, AppEnv>>[0];

/** Operations and their handlers. */
class Router {
  /** Failed validations all become the same problem documents. */
  readonly hono = new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success)
        throw problemOfIssues(result.target, result.error.issues, (result as { data?: unknown }).data);
    },
  });

  /**
   * Has `handler` answer the operation. `check` looks at who calls: it runs once the request itself has been found good, and
   * gives the call by which alone the handler reaches objects and databases. It must suit what the operation asks for.
   */
  answer<R extends OperationConfig, C extends CallOf<R>>(
    { route }: Operation<R>,
    check: (c: ContextOf<R>) => C,
    handler: (call: C, c: Exchange<ContextOf<R>>) => ReturnType<RouteHandler<R, AppEnv>>,
  ): this {
    const checked = (c: Context<AppEnv>) => handler(check(c as never), c as never);
    this.hono.openapi(route as RouteConfig, checked as never);
    return this;
  }
}

export const createRouter = (): Router => new Router();
