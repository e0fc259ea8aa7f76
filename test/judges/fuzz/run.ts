/** Sends requests made from the description to a running server, and judges every answer. */

import { faultsOfBody, judge, type Operation } from "../../contract/judge.ts";
import { randomFrom } from "../../support/random.ts";
import { Learned } from "./learned.ts";
import { type FuzzRequest, Requests } from "./requests.ts";
import { setTables } from "./tables.ts";

export interface Tally {
  sent: number;
  /** How often each status came. */
  statuses: Map<number, number>;
  /** Answers that break the description, each with the request that brought it. */
  faults: string[];
  /** Requests that the description allows and the server takes for faulty, one a problem code: for the eye, as no schema says everything. */
  refused: Map<string, string>;
}

export class Fuzz {
  readonly #url: string;
  readonly #learned: Learned;
  readonly #requests: Requests;
  readonly #random;

  private constructor(url: string, seed: string) {
    this.#url = url;
    this.#random = randomFrom(seed);
    this.#learned = new Learned(this.#random);
    this.#requests = new Requests(this.#random, this.#learned);
  }

  /** A fuzz whose tables are set, webhooks to `endpoint` among them. The same seed gives the same kinds of requests; ids are the server's own. */
  static async of(url: string, seed: string, endpoint: string): Promise<Fuzz> {
    const fuzz = new Fuzz(url, seed);
    await setTables(url, fuzz.#learned, endpoint);
    return fuzz;
  }

  /** Sends that many requests to each operation in turn; the tallies by operation id. */
  async each(operations: readonly Operation[], count: number): Promise<Map<string, Tally>> {
    const tallies = new Map(
      operations.map(({ id }): [string, Tally] => [
        id,
        { sent: 0, statuses: new Map(), faults: [], refused: new Map() },
      ]),
    );
    // The calls that are known to succeed come first, as they are: one spoilt request later may undo what they stand on.
    for (const operation of operations) {
      const request = this.#requests.found(operation);
      const tally = tallies.get(operation.id)!;
      if (request === undefined) continue;
      const status = await this.#send(operation, request, tally);
      if (status >= 300) tally.faults.push(this.#report(request, status, ["refuses what it has to take"], ""));
    }
    for (let round = 0; round < count; round++) {
      for (const operation of operations) {
        const tally = tallies.get(operation.id)!;
        // Some requests cannot be sent by any client.
        while (tally.sent <= round) {
          let request = this.#requests.to(operation);
          // Most games are not waiting for the caller: a few tries find one that is.
          for (
            let tries = 0;
            operation.id === "act" && request.spoilt.length === 0 && tries < 12 && !(await this.#makeLegal(request));
            tries++
          ) {
            request = this.#requests.good(operation);
          }
          await this.#send(operation, request, tally);
        }
      }
    }
    return tallies;
  }

  /** The status of the answer; 0 where no client could send such a request. */
  async #send(operation: Operation, request: FuzzRequest, tally: Tally): Promise<number> {
    const { method, headers, body } = request;
    let target: URL, init: Request;
    try {
      target = new URL(this.#url + request.path);
      init = new Request(target, { method, headers, body });
    } catch {
      return 0;
    }
    const response = await fetch(init);
    const text = await response.text();
    tally.sent++;
    tally.statuses.set(response.status, (tally.statuses.get(response.status) ?? 0) + 1);
    const exchange = {
      method,
      path: target.pathname + target.search,
      status: response.status,
      headers: response.headers,
      text,
    };
    // Outside the API a browser gets a page, which the description says nothing of.
    const isPage =
      response.status === 404 && request.headers.Accept === "text/html" && !/^\/*v1(\/|$)/i.test(target.pathname);
    if (isPage && response.headers.get("content-type")?.startsWith("text/html")) return response.status;
    const verdict = judge(exchange);
    const faults = [...verdict.faults];
    // Documented or not, the server here has no reason to fail.
    if (response.status >= 500) faults.push("is a failure of the server");
    const judged = method === operation.method && verdict.operation?.id === operation.id;
    if (
      judged &&
      request.json !== undefined &&
      typeof request.body === "string" &&
      /^application\/json/i.test(request.headers["Content-Type"] ?? "") &&
      operation.definition.requestBody !== undefined
    ) {
      const forbidden = faultsOfBody(operation, JSON.parse(request.body));
      if (response.ok && forbidden.length > 0)
        faults.push(`takes a body that the description forbids: ${forbidden[0]}`);
    }
    if (faults.length > 0) tally.faults.push(this.#report(request, response.status, faults, text));
    if (request.spoilt.length === 0 && response.status === 400) {
      tally.refused.set(`${verdict.code} ${/"code":"(\w+)"/.exec(text)?.[1]}`, this.#report(request, 400, [], text));
    }
    if (response.ok && operation.id !== "getDescription") this.#learn(request, text);
    return response.status;
  }

  #report(
    { method, path, headers, body, spoilt }: FuzzRequest,
    status: number,
    faults: string[],
    text: string,
  ): string {
    const shown = typeof body === "string" ? body.slice(0, 400) : body;
    return `${method} ${path.slice(0, 300)} ${JSON.stringify(headers).slice(0, 400)} ${shown ?? ""} (spoilt: ${spoilt.join(", ") || "nothing"})\n  -> ${status} ${faults.join("; ")}\n     ${text.slice(0, 400)}`;
  }

  #learn({ method, path, headers }: FuzzRequest, text: string): void {
    // Most readings name nothing new: only a few are gone through.
    if (method === "GET" && !this.#random.chance(0.1)) return;
    // What is listed of one's own is as good as made.
    const key =
      method === "GET" && path !== "/v1/me/tokens" && path !== "/v1/apps"
        ? undefined
        : headers.Authorization?.split(" ")[1];
    try {
      const answer = JSON.parse(text) as {
        id?: string;
        game?: { id: string };
        app?: { id: string };
        data?: { id: string }[];
        token?: string | { token: string };
      };
      if (path === "/v1/players" && typeof answer.token === "string") this.#learned.own("account", answer.token);
      if (path === "/v1/apps" && typeof answer.token === "object") this.#learned.own("app", answer.token.token);
      if (key !== undefined && answer.data !== undefined)
        this.#learned.read(
          answer.data.map(({ id }) => id),
          key,
        );
      this.#learned.read(answer);
      // Whoever made or changed something may do more with it.
      this.#learned.read([answer.id, answer.game?.id, answer.app?.id], key);
    } catch {
      // Not JSON: the record as text, or nothing.
    }
  }

  /** Makes the action one that is legal now, so that games go on. False where the caller's seat has nothing to do. */
  async #makeLegal(request: FuzzRequest): Promise<boolean> {
    const { Authorization } = request.headers;
    const path = request.path.replace(/\/actions$/, "");
    if (Authorization === undefined) return false;
    const response = await fetch(this.#url + path, { headers: { Authorization } });
    const view = (await response.json()) as {
      you?: { decision: { id: string } | null; legalActions: { id: string }[] } | null;
    };
    if (!view.you?.decision) return false;
    request.json = {
      action: this.#random.pick(view.you.legalActions).id,
      ...(this.#random.chance(0.7) && { decision: view.you.decision.id }),
    };
    request.body = JSON.stringify(request.json);
    return true;
  }
}
