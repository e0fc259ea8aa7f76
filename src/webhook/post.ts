/** One request to an endpoint, within bounds: of time, of what is read back, and never to anywhere else. */

import { Late, within } from "../durable/index.ts";
import { retryAfter } from "./schedule.ts";
import type { AttemptError } from "./types.ts";

/** How long an endpoint may take for its whole answer, in milliseconds. */
export const POST_TIMEOUT_MS = 10_000;
/** How much of an answer is read, in bytes; a longer one counts as an answer without content. */
export const ANSWER_LIMIT = 16 * 1024;

/** `text` is the body of a 2xx answer, `null` where there is none or it is too long. */
export interface Posted {
  status: number | null;
  error: AttemptError | null;
  text: string | null;
  /** Before when the endpoint wants no other request, in milliseconds since 1970, where it says so. */
  notBefore?: number;
}

/** Posts JSON. Never rejects; what a failure says beyond its kind is dropped, as it may name the address. */
export async function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  timeoutMs = POST_TIMEOUT_MS,
): Promise<Posted> {
  const late = new AbortController();
  let status: number | null = null;
  const exchange = async (): Promise<Posted> => {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: late.signal,
      body,
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json",
        "User-Agent": "Trix-Webhooks/1",
        ...headers,
      },
    });
    status = response.status;
    if (response.ok) return { status, error: null, text: await readWithin(response, ANSWER_LIMIT) };
    const notBefore = retryAfter(response.headers.get("retry-after"), Date.now());
    await response.body?.cancel();
    return {
      status,
      error: status >= 300 && status < 400 ? "redirect" : "status",
      text: null,
      ...(notBefore !== null && { notBefore }),
    };
  };
  try {
    return await within(timeoutMs, exchange());
  } catch (error) {
    if (error instanceof Late) late.abort();
    return { status, error: error instanceof Late ? "timeout" : "unreachable", text: null };
  }
}

async function readWithin(response: Response, limit: number): Promise<string | null> {
  if (response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    size += chunk.length;
    // Leaving the loop cancels the rest.
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
