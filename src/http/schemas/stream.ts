/** Following a game: streams, tickets for them, and the messages of a socket. */

import { z } from "@hono/zod-openapi";
import { Acted, ActionRequest } from "./action.ts";
import { Instant } from "./card.ts";
import { GameEvent } from "./event.ts";
import { ProblemDocument } from "./problem.ts";

export const TicketQuery = z.string().min(1).max(200).optional().openapi({
  description:
    "In place of a token, which a browser cannot send here: one from `POST /v1/games/{gameId}/tickets`. It opens one stream.",
  pattern: "^trixticket_[a-z2-7]+$",
  example: "trixticket_aea76aaa",
});

/** Not checked by its form: preferences that are not known are left alone. */
export const Prefer = z.string().optional().openapi({
  pattern: "^[\\t\\x20-\\x7e]*$",
  maxLength: 200,
  description:
    "`wait=25` holds the answer until there is an event after `after`, at most that many seconds (RFC 7240; at most 60).",
  example: "wait=25",
});

export const LastEventId = z
  .string()
  .regex(/^\d{0,9}$/, "The `id` of an event of this stream.")
  .optional()
  .openapi({
    maxLength: 9,
    description: "Sent by an EventSource that comes back: the stream goes on after it, whatever `after` says.",
    example: "57",
  });

export const NewTicket = z
  .object({
    ticket: z
      .string()
      .openapi({ description: "Send it as `?ticket=`. Good for one stream.", example: "trixticket_aea76aaa" }),
    expiresAt: Instant,
  })
  .openapi("NewTicket");

/** The longest message that a socket takes, in characters, and the longest `id` of one. */
export const MESSAGE_LENGTH = 1024,
  MESSAGE_ID_LENGTH = 64;

/** What a client sends over a socket: an action, and an `id` that comes back in the answer. */
export const SocketRequest = z.strictObject({
  id: z.string().max(MESSAGE_ID_LENGTH).optional(),
  ...ActionRequest.shape,
});
export type SocketRequest = z.infer<typeof SocketRequest>;

const answered = z
  .string()
  .nullable()
  .openapi({ description: "The `id` of the message that this answers; null where it had none, or could not be read." });
const ending = z
  .enum(["over", "revoked", "expired"])
  .openapi({ description: "`over`: the game is, and everything has been sent. Else the token holds no longer." });

/** What a server sends over a socket. */
export const SocketMessage = z
  .discriminatedUnion("type", [
    z
      .object({ type: z.literal("event"), event: GameEvent })
      .openapi("EventMessage", { description: "An event, each once and in order." }),
    z.object({ type: z.literal("acted"), id: answered, ...Acted.shape }).openapi("ActedMessage", {
      description: "An action was taken. Its events come as messages of their own as well.",
    }),
    z.object({ type: z.literal("refused"), id: answered, problem: ProblemDocument }).openapi("RefusedMessage", {
      description: "An action or a message was refused: the problem that a call would have been answered with.",
    }),
    z
      .object({
        type: z.literal("heartbeat"),
        version: z.int().openapi({ description: "`seq` of the last event that was sent." }),
      })
      .openapi("HeartbeatMessage", { description: "Every 15 seconds." }),
    z
      .object({ type: z.literal("end"), reason: ending, version: z.int() })
      .openapi("EndMessage", { description: "The last message: nothing more will come, so do not come back." }),
  ])
  .openapi("SocketMessage", {
    description: "A message of the server over a socket. More types may come: ignore those that you do not know.",
  });
export type SocketMessage = z.infer<typeof SocketMessage>;
