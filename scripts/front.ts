/**
 * What stands between the network and the Worker on a server of one's own. The runtime behind it believes headers that a client can
 * send: where a request comes from, what it was asked for. The front writes them itself, as the platform's own edge does, and refuses
 * a `Host` that is none.
 */
import { randomUUID } from "node:crypto";
import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
  request as send,
} from "node:http";
import { connect, type Socket } from "node:net";
import { PROBLEMS, Problem, problemDocument } from "../src/http/exchange/problem.ts";
import { chooseLanguage } from "../src/labels/languages.ts";

export interface FrontOptions {
  port: number;
  host: string;
  /**
   * The header in which a proxy before this server says where a request comes from (`x-forwarded-for`). Its last address counts: that one
   * the proxy wrote itself. Without it the address is the socket's.
   */
  addressHeader?: string;
}

export interface Front {
  /** Base address without a trailing slash. */
  url: string;
  /** From here on requests go to the server at `target`; those that came before have waited for it. */
  serve(target: URL): void;
  /** Takes no more requests, and ends those that are open. */
  close(): Promise<void>;
}

/** Where the Worker looks for the address of a call. */
const ADDRESS = "cf-connecting-ip";
/** What the runtime takes for its own word, and a client must not say. */
const INTERNAL = /^(mf-.*|cf-.*|x-forwarded-proto|x-forwarded-host)$/;
/** What concerns one connection alone (RFC 9110 section 7.6.1). An upgrade keeps the first two. */
const HOP = /^(connection|upgrade|keep-alive|proxy-connection|te|trailer|transfer-encoding)$/;
/** A host and perhaps a port (RFC 9110 section 7.2): a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

const BAD_HOST = new Problem("invalid_request", {
  detail: "The Host header must name a host, and optionally a port. Send exactly one.",
});
const STARTING = new Problem("server_starting");

/** The wished port belongs to another process. */
export class PortInUseError extends Error {
  override name = "PortInUseError";
}

/**
 * Listens at once.
 * @throws PortInUseError
 */
export async function startFront({ port, host, addressHeader }: FrontOptions): Promise<Front> {
  let target: URL | null = null;
  const ready = Promise.withResolvers<void>();
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 });
  const upgraded = new Set<Socket>();
  server.on("request", async (incoming, outgoing) => {
    const problem = hostFault(incoming);
    if (problem !== null) return refuse(incoming, outgoing, problem);
    // A browser gives up a stream that is refused: who comes while the server starts waits for it.
    await ready.promise;
    pass(incoming, outgoing, target!, agent, addressHeader);
  });
  server.on("upgrade", async (incoming, socket: Socket, head) => {
    const problem = hostFault(incoming);
    if (problem !== null) return socket.end(refusalText(incoming, problem));
    await ready.promise;
    upgraded.add(socket);
    socket.once("close", () => upgraded.delete(socket));
    passUpgrade(incoming, socket, head, target!, addressHeader);
  });
  await new Promise<void>((done, fail) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      fail(error.code === "EADDRINUSE" ? new PortInUseError(`Port ${port} is already in use`) : error),
    );
    server.listen({ port, host, exclusive: true }, done);
  });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as { port: number }).port}`,
    serve(to) {
      target = to;
      ready.resolve();
    },
    close: () => closeAll(server, upgraded, agent),
  };
}

async function closeAll(server: Server, upgraded: Set<Socket>, agent: Agent): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  for (const socket of upgraded) socket.destroy();
  server.closeAllConnections();
  agent.destroy();
  await closed;
}

function hostFault({ rawHeaders, httpVersion }: IncomingMessage): Problem | null {
  const hosts = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1].toLowerCase() === "host");
  if (hosts.length === 0 && httpVersion === "1.0") return null;
  return hosts.length === 1 && HOST.test(hosts[0]) ? null : BAD_HOST;
}

/** The headers as the Worker may have them, with those that the front alone writes. */
function headersFor(incoming: IncomingMessage, addressHeader: string | undefined, upgrade: boolean): string[] {
  const { rawHeaders, socket, headers } = incoming;
  const told =
    addressHeader === undefined ? undefined : [headers[addressHeader]].flat().join(",").split(",").at(-1)?.trim();
  const kept: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i].toLowerCase();
    const isHop = upgrade ? false : HOP.test(name);
    if (!isHop && !INTERNAL.test(name)) kept.push(rawHeaders[i], rawHeaders[i + 1]);
  }
  kept.push(ADDRESS, told || addressOf(socket));
  return kept;
}

/** A peer's address; one of IPv4 that came over IPv6 as IPv4 writes it. */
const addressOf = ({ remoteAddress = "unknown" }: Socket): string => remoteAddress.replace(/^::ffff:(?=\d+\.)/, "");

function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: URL, agent: Agent, addressHeader?: string) {
  const { method, url } = incoming;
  const headers = headersFor(incoming, addressHeader, false);
  if (incoming.headers["transfer-encoding"] !== undefined) headers.push("transfer-encoding", "chunked");
  const onward = send({ host: target.hostname, port: target.port, method, path: url, headers, agent });
  onward.once("response", (response) => {
    const back = response.rawHeaders.filter((_, i) => !HOP.test(response.rawHeaders[i - (i % 2)].toLowerCase()));
    outgoing.writeHead(response.statusCode!, response.statusMessage, back);
    // A stream's first bytes may be a while: its reader wants to know that it is open.
    outgoing.flushHeaders();
    response.pipe(outgoing);
    response.once("error", () => outgoing.destroy());
  });
  onward.once("error", () => (outgoing.headersSent ? outgoing.destroy() : refuse(incoming, outgoing, STARTING)));
  outgoing.once("close", () => onward.destroy());
  incoming.pipe(onward);
}

function passUpgrade(incoming: IncomingMessage, socket: Socket, head: Buffer, target: URL, addressHeader?: string) {
  const onward = connect(Number(target.port), target.hostname, () => {
    const headers = headersFor(incoming, addressHeader, true);
    const lines = Array.from({ length: headers.length / 2 }, (_, i) => `${headers[2 * i]}: ${headers[2 * i + 1]}\r\n`);
    onward.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join("")}\r\n`, "latin1");
    onward.write(head);
    socket.pipe(onward).pipe(socket);
  });
  for (const [one, other] of [
    [socket, onward],
    [onward, socket],
  ]) {
    one.once("error", () => other.destroy());
    one.once("close", () => other.destroy());
  }
}

interface Refusal {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The refusal as every other error of this server looks (docs/api.md section 1 row 2). */
function refusal(incoming: IncomingMessage, problem: Problem): Refusal {
  const requestId = randomUUID();
  const language = chooseLanguage(incoming.headers["accept-language"]);
  const { status } = PROBLEMS[problem.code];
  return {
    status,
    headers: {
      "Content-Type": "application/problem+json",
      "Content-Language": language,
      "Cache-Control": "no-store",
      "Access-Control-Allow-Origin": "*",
      "X-Request-Id": requestId,
      ...(status === 503 && { "Retry-After": "2" }),
      Connection: "close",
    },
    body: JSON.stringify(problemDocument(problem, language, requestId)),
  };
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, problem: Problem): void {
  const { status, headers, body } = refusal(incoming, problem);
  outgoing.writeHead(status, headers).end(body);
}

function refusalText(incoming: IncomingMessage, problem: Problem): string {
  const { status, headers, body } = refusal(incoming, problem);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
