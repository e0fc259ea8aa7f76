/** An endpoint for webhooks, as a stranger would run one: a plain HTTP server that keeps what it gets. */

import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** One request that came. */
export interface Received {
  path: string;
  id: string;
  timestamp: string;
  signatures: string[];
  text: string;
  // Tests look into bodies of every kind.
  json: any;
  headers: IncomingMessage["headers"];
}

/** What to answer: a value as JSON with 200, a number as a bare status, `"hang"` for never, or by hand. */
export type Reaction = object | number | "hang" | ((response: ServerResponse) => void);

/** By the `type` of the body; what is not named is answered 200 without a body, a challenge by itself. */
export type Reactions = Partial<
  Record<"verification" | "test" | "events" | "decision", (received: Received) => Reaction>
>;

export interface Receiver {
  url: string;
  received: Received[];
  /** What came of one type. */
  of(type: string): Received[];
  /** What is answered from now on. */
  reactions: Reactions;
  close(): Promise<void>;
}

/** Listens on `port`, or on a free one. */
export async function startReceiver(reactions: Reactions = {}, port = 0): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request
      .setEncoding("utf8")
      .on("data", (chunk) => {
        text += chunk;
      })
      .on("end", () => {
        const json = JSON.parse(text);
        const got: Received = {
          path: String(request.url),
          id: String(request.headers["webhook-id"]),
          timestamp: String(request.headers["webhook-timestamp"]),
          signatures: String(request.headers["webhook-signature"]).split(" "),
          text,
          json,
          headers: request.headers,
        };
        received.push(got);
        const standard: Reaction = json.type === "verification" ? { challenge: json.challenge } : 200;
        react(response, receiver.reactions[json.type as keyof Reactions]?.(got) ?? standard);
      });
  });
  await new Promise<void>((done, fail) => server.once("error", fail).listen(port, "127.0.0.1", done));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    reactions,
    of: (type) => received.filter(({ json }) => json.type === type),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

function react(response: ServerResponse, reaction: Reaction): void {
  if (reaction === "hang") return;
  if (typeof reaction === "function") return reaction(response);
  if (typeof reaction === "number") return void response.writeHead(reaction).end();
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(reaction));
}

/** The signature that a secret gives a request, worked out beside the server. */
export const signatureOf = (
  secret: string,
  { id, timestamp, text }: Pick<Received, "id" | "timestamp" | "text">,
): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64"))
    .update(`${id}.${timestamp}.${text}`)
    .digest("base64")}`;
