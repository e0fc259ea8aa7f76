/** Problem documents (RFC 9457): the one form of every error. */

import type { Context } from "hono";
import { shortened } from "../../engine/index.ts";
import type { GameView } from "../../game/types.ts";
import { type Labels, type Language, label } from "../../labels/languages.ts";
import { TITLES } from "../../labels/titles.ts";
import { labelled } from "../../labels/view.ts";
import type { AppEnv } from "./env.ts";
import { setEnvelope } from "./envelope.ts";
import { languageFor } from "./language.ts";
import { type DetailOf, PROBLEMS, type ProblemCode } from "./problems.ts";

export { PROBLEMS, type ProblemCode };

/** One fault of a request: where it stands, as a JSON pointer into the body or `/name` of a parameter, and why. */
export interface Fault {
  in: "body" | "query" | "path" | "header";
  pointer: string;
  code: string;
  message: string;
}

interface ProblemParts<Code extends ProblemCode> {
  detail?: DetailOf<Code>;
  errors?: Fault[];
  game?: GameView | null;
  headers?: Record<string, string>;
}

/** Thrown anywhere in http/ to end a request; `app.onError` writes it. */
export class Problem<Code extends ProblemCode = ProblemCode> extends Error {
  override name = "Problem";
  readonly code: Code;
  readonly parts: ProblemParts<Code>;

  constructor(code: Code, parts: ProblemParts<Code> = {}) {
    super(code);
    this.code = code;
    this.parts = parts;
  }
}

/** More faults than this are not listed: an answer must not grow with nonsense. */
const MOST_FAULTS = 20;

/** The first fault in a sentence: many a client shows nothing else. */
function firstOf([{ pointer, message }, ...more]: Fault[]): string {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  return `${pointer === "" ? "The body" : `\`${shortened(pointer)}\``}: ${sentence}${more.length > 0 ? " There are more errors: see `errors`." : ""}`;
}

/** The refusal of a request for its faults. */
export const faulty = (faults: Fault[]): Problem =>
  new Problem("invalid_request", { detail: firstOf(faults), errors: faults.slice(0, MOST_FAULTS) });

/** The document that a problem is told by, in that language. */
export function problemDocument({ code, parts }: Problem, language: Language, requestId: string) {
  const { status, detail } = PROBLEMS[code];
  const said: string | Labels = parts.detail ?? detail;
  return {
    type: `urn:trix:problem:${code}`,
    title: label(TITLES[code], language),
    status,
    detail: typeof said === "string" ? said : label(said, language),
    instance: `urn:uuid:${requestId}`,
    code,
    requestId,
    ...(parts.errors !== undefined && { errors: parts.errors }),
    ...(parts.game != null && { game: labelled(parts.game, language) }),
  };
}

/** The response that a problem is told by. */
export function problemResponse(c: Context<AppEnv>, problem: Problem): Response {
  setEnvelope(c);
  const document = problemDocument(problem, languageFor(c), c.get("requestId"));
  return c.body(JSON.stringify(document), document.status, {
    ...problem.parts.headers,
    "Content-Type": "application/problem+json",
  });
}
