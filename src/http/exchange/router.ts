/** The one factory of routers. */

import { OpenAPIHono } from "@hono/zod-openapi";
import type { AppEnv } from "./env.ts";
import { problemOfIssues } from "./faults.ts";

/** A router whose failed validations all become the same problem documents. */
export const createRouter = () =>
  new OpenAPIHono<AppEnv>({
    defaultHook: (result) => {
      if (!result.success)
        throw problemOfIssues(result.target, result.error.issues, (result as { data?: unknown }).data);
    },
  });
