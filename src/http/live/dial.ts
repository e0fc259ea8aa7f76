/** Opening a line to an object's feed. */

import { FOLLOW, type Follow, MOST_STREAMS, REFUSED } from "../../feed/frames.ts";
import { DETAILS } from "../../labels/details/index.ts";
import { unauthorized } from "../access/auth.ts";
import { Problem } from "../exchange/problem.ts";
import type { Dial } from "./line.ts";

/** `connect` sends the opening request to the object, `follow` says who follows, `unavailable` is told where it has no room. A line that is opened again needs no ticket any more. */
export const dialBy =
  <Who>(
    connect: (request: Request) => Promise<Response>,
    { ticket, ...follow }: Omit<Follow<Who>, "after">,
    unavailable: "game_unavailable" | "player_unavailable",
  ): Dial =>
  async (after, again) => {
    const asked: Follow<Who> = { ...follow, after, ...(ticket !== undefined && !again && { ticket }) };
    const response = await connect(
      new Request("https://object/feed", { headers: { Upgrade: "websocket", [FOLLOW]: JSON.stringify(asked) } }),
    );
    if (response.webSocket == null) throw problemOf(response.status, unavailable);
    return response.webSocket;
  };

function problemOf(status: number, unavailable: "game_unavailable" | "player_unavailable"): Problem {
  switch (status) {
    case REFUSED.ticketUsed:
      return unauthorized(DETAILS.ticket_spent);
    case REFUSED.notFound:
      return new Problem("game_not_found");
    case REFUSED.tooMany:
      return new Problem("limit_reached", { detail: DETAILS.streams({ limit: MOST_STREAMS }) });
    default:
      return new Problem(unavailable, { headers: { "Retry-After": "60" } });
  }
}
