/** Following a game: streams, the tickets for them, and WebSocket messages. */

import { z } from "@hono/zod-openapi";
import { Acted, ActionRequest } from "./action.ts";
import { Instant, orNull } from "./card.ts";
import { Awaiting, GameEvent } from "./event.ts";
import { ProblemDocument } from "./problem.ts";

export const TicketQuery = z.string().min(1).max(200).optional().openapi({
  description:
    "A ticket from `POST /v1/games/{gameId}/tickets`, used instead of a token, which a browser cannot send here. It opens one stream.",
  pattern: "^trixticket_[a-z2-7]+$",
  example: "trixticket_aea76aaa",
});

/** Not validated: unknown preferences are ignored. */
export const Prefer = z.string().optional().openapi({
  pattern: "^[\\t\\x20-\\x7e]*$",
  maxLength: 200,
  description:
    "`wait=25` holds the response until there is an event after `after`, but no longer than that many seconds (RFC 7240; the maximum is 60). A `wait` that is not written this way, such as `wait 25`, is rejected. Other preferences are ignored.",
  example: "wait=25",
});

const lastEventId = (description: string) =>
  z
    .string()
    .regex(/^\d{0,9}$/, "Must be the `id` of an event of this stream.")
    .optional()
    .openapi({ maxLength: 9, description, example: "57" });

export const LastEventId = lastEventId(
  "An EventSource sends this when it reconnects. The stream continues after this event, and `after` is ignored.",
);

/** The same for replacements of EventSource, which say it in the address. */
export const LastEventIdQuery = lastEventId(
  "The same as the header `Last-Event-ID`, for clients that cannot send it. The header counts if both are sent.",
);

export const NewTicket = z
  .object({
    ticket: z
      .string()
      .openapi({ description: "Send it as `?ticket=`. Valid for one stream.", example: "trixticket_aea76aaa" }),
    expiresAt: Instant,
  })
  .openapi("NewTicket");

/** The longest message that a WebSocket accepts, and the longest `id` in it, both in characters. */
export const MESSAGE_LENGTH = 1024,
  MESSAGE_ID_LENGTH = 64;

/** What a client sends over a WebSocket: an action, and an `id` that is returned in the reply. */
export const SocketRequest = z.strictObject({
  id: z.string().max(MESSAGE_ID_LENGTH).optional(),
  ...ActionRequest.shape,
});
export type SocketRequest = z.infer<typeof SocketRequest>;

const answered = z
  .string()
  .nullable()
  .openapi({ description: "The `id` of the message that this replies to; null if it had none or could not be read." });
const ending = z.enum(["over", "revoked", "expired"]).openapi({
  description: "`over`: the game is over and everything has been sent. Otherwise, the token is no longer valid.",
});

/** What the server sends over a WebSocket. */
export const SocketMessage = z
  .discriminatedUnion("type", [
    z
      .object({ type: z.literal("event"), event: GameEvent })
      .openapi("EventMessage", { description: "One event. Each is sent once, in order." }),
    z
      .object({
        type: z.literal("awaiting"),
        version: z.int().openapi({ description: "The `seq` of the last event sent." }),
        awaiting: orNull(Awaiting),
      })
      .openapi("AwaitingMessage", {
        description:
          "Who must act as of the event `version`; `awaiting` is null if nobody must. Sent when the connection opens, and after the events of each change.",
      }),
    z.object({ type: z.literal("acted"), id: answered, ...Acted.shape }).openapi("ActedMessage", {
      description: "An action was accepted. Its events are also sent as separate messages.",
    }),
    z.object({ type: z.literal("refused"), id: answered, problem: ProblemDocument }).openapi("RefusedMessage", {
      description: "An action or a message was rejected. `problem` is what an HTTP call would have returned.",
    }),
    z
      .object({
        type: z.literal("heartbeat"),
        version: z.int().openapi({ description: "The `seq` of the last event sent." }),
      })
      .openapi("HeartbeatMessage", { description: "Sent every 15 seconds." }),
    z
      .object({ type: z.literal("end"), reason: ending, version: z.int() })
      .openapi("EndMessage", { description: "The last message. Nothing else will be sent, so do not reconnect." }),
  ])
  .openapi("SocketMessage", {
    description:
      "A message from the server over a WebSocket. New types can be added, so ignore any that you do not know.",
  });
export type SocketMessage = z.infer<typeof SocketMessage>;
