/** A bad network between a client and a server: a proxy that loses answers after the server has acted, and now and then asks for patience. */

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** One request on its way: `cut` was carried out and its answer lost, `busy` never reached the server. */
export interface Passage {
  fate: "passed" | "cut" | "busy";
  method: string;
  path: string;
  /** What the client sent. */
  sent: unknown;
  /** The server's answer, also where the client never saw it; of a `busy` one, the problem that the client was told. */
  status: number;
  answer: unknown;
  /** When the client had its answer or lost it, in milliseconds. */
  at: number;
  /** When the request came. */
  asked: number;
}

export interface LossyProxy {
  url: string;
  passages: Passage[];
  close(): Promise<void>;
}

/** How long a client is asked to wait, in seconds. */
export const RETRY_AFTER = 1;

interface Fate {
  fate: Passage["fate"];
  status: number;
}

/** Every tenth answer is lost, the one that makes the game among them; a few requests are turned away, by 503 and once by 429. */
function badLuck(number: number): Fate {
  if (number % 10 === 2) return { fate: "cut", status: 0 };
  if (number % 40 === 15) return { fate: "busy", status: 503 };
  return number === 27 ? { fate: "busy", status: 429 } : goodLuck();
}

/** Nothing is lost. */
export const goodLuck = (): Fate => ({ fate: "passed", status: 0 });

async function forward(
  server: string,
  request: IncomingMessage,
  body: string,
): Promise<{ status: number; type: string; body: string }> {
  const { authorization, "idempotency-key": key, "content-type": type, prefer } = request.headers;
  const response = await fetch(server + request.url, {
    method: request.method,
    body: body === "" ? undefined : body,
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(key !== undefined && { "idempotency-key": String(key) }),
      ...(type !== undefined && { "content-type": type }),
      ...(prefer !== undefined && { prefer: String(prefer) }),
    },
  });
  return { status: response.status, type: response.headers.get("content-type") ?? "", body: await response.text() };
}

const parsed = (body: string): unknown => (body === "" ? undefined : JSON.parse(body));

/**
 * Starts a proxy before the server at `server`. `fateOf` says what befalls the request with a number, from 1, to a path; `before` is
 * called before a request is handed on, so that something else can come first.
 */
export async function startLossyProxy(
  server: string,
  {
    fateOf = badLuck,
    before = async () => {},
  }: {
    fateOf?(number: number, path: string): Fate;
    before?(path: string, sent: unknown): Promise<void>;
  } = {},
): Promise<LossyProxy> {
  const passages: Passage[] = [];
  let count = 0,
    cuts = 0;
  const proxy = createServer(
    (request, response) =>
      void (async () => {
        const { fate, status: refusal } = fateOf(++count, request.url!);
        const asked = performance.now();
        const body = await text(request);
        const passage = { fate, method: request.method!, path: request.url!, sent: parsed(body), asked };
        if (fate === "busy") {
          const problem = {
            type: "about:blank",
            title: "Busy",
            status: refusal,
            detail: "Come again.",
            instance: "",
            code: "busy",
            requestId: "",
          };
          // The time is taken first: the client may have the answer, and wait, before this process is given its turn again.
          passages.push({ ...passage, status: refusal, answer: problem, at: performance.now() });
          response
            .writeHead(refusal, { "Content-Type": "application/problem+json", "Retry-After": String(RETRY_AFTER) })
            .end(JSON.stringify(problem));
          return;
        }
        await before(passage.path, passage.sent);
        const answer = await forward(server, request, body);
        passages.push({ ...passage, status: answer.status, answer: parsed(answer.body), at: performance.now() });
        if (fate === "passed") {
          response.writeHead(answer.status, { "Content-Type": answer.type }).end(answer.body);
        } else if (++cuts % 2 === 1) {
          request.socket.destroy();
        } else {
          // Half an answer is none.
          response.writeHead(answer.status, {
            "Content-Type": answer.type,
            "Content-Length": Buffer.byteLength(answer.body),
          });
          response.write(answer.body.slice(0, answer.body.length / 2), () => request.socket.destroy());
        }
      })().catch((error) => response.destroy(error as Error)),
  );
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    passages,
    close: () =>
      new Promise((done) => {
        proxy.close(() => done());
        proxy.closeAllConnections();
      }),
  };
}
