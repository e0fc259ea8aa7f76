/** HTTP load: scripts of requests, several games at a time, one after the other within each game. */

import { Agent, request } from "node:http";

export interface Shot {
  path: string;
  token: string | null;
  body: string;
}
export interface LoadResult {
  requests: number;
  seconds: number;
  p50: number;
  p99: number;
}

/** Sends one POST and reads its answer to the end. Rejects where the status is not 2xx. */
export function post(base: string, agent: Agent, { path, token, body }: Shot): Promise<string> {
  return new Promise((done, fail) => {
    const sent = request(
      `${base}${path}`,
      {
        method: "POST",
        agent,
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
      },
      (response) => {
        let text = "";
        response
          .setEncoding("utf8")
          .on("data", (part: string) => {
            text += part;
          })
          .on("end", () =>
            response.statusCode! < 300
              ? done(text)
              : fail(new Error(`${path}: ${response.statusCode} ${text.slice(0, 300)}`)),
          );
      },
    );
    sent.on("error", fail).end(body);
  });
}

/** Runs all scripts at once, each in its own order, and times every request. */
export async function load(base: string, scripts: Shot[][]): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: scripts.length });
  const times: number[] = [];
  const start = performance.now();
  await Promise.all(
    scripts.map(async (script) => {
      for (const shot of script) {
        const sent = performance.now();
        await post(base, agent, shot);
        times.push(performance.now() - sent);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return {
    requests: times.length,
    seconds,
    p50: times[Math.floor(times.length * 0.5)],
    p99: times[Math.floor(times.length * 0.99)],
  };
}
