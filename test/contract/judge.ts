/** Judges answers of a server by the published API description. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import Formats from "ajv-formats";

// The file is read as any client reads it, without the types that it was made from.
type Json = any;

/** The published file. */
export const description: Json = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../openapi/openapi.json"), "utf8"),
);

export interface Operation {
  id: string;
  /** In upper case. */
  method: string;
  /** With its parameters in braces. */
  path: string;
  /** As it stands in the file. */
  definition: Json;
}

/** Every operation of the file, in its order. */
export const operations: readonly Operation[] = Object.entries<Json>(description.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, definition]) => ({
    id: definition.operationId,
    method: method.toUpperCase(),
    path,
    definition,
  })),
);

/** A request and the answer to it, read to its end. */
export interface Exchange {
  method: string;
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

/** What an answer was judged to be. */
export interface Verdict {
  /** `undefined` for calls that the file does not describe: unknown paths, wrong methods, HEAD and OPTIONS. */
  operation: Operation | undefined;
  status: number;
  /** The `code` of a problem. */
  code: string | undefined;
  /** What breaks the description; empty for a good answer. */
  faults: string[];
}

const ajv = new Ajv2020({ strict: false, discriminator: true });
Formats.default(ajv);
ajv.addSchema(closed(description), "description");

/**
 * The same document with answers closed: a client must bear a field that it does not know, yet the server that this file
 * belongs to sends none that the file does not name.
 */
function closed(node: Json): Json {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map(closed);
  // The tags stand in the schemas themselves; with them only the one branch is tried that a value names.
  if (node.propertyName !== undefined && node.mapping !== undefined) return { propertyName: node.propertyName };
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isSchema = [node.type].flat().includes("object") && typeof node.properties === "object";
  return isSchema && node.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}

const validators = new Map<string, ValidateFunction>();

/** The validator of what stands at these keys of the document. */
function validatorAt(...keys: string[]): ValidateFunction {
  const pointer = keys.map((key) => `/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");
  const known = validators.get(pointer);
  if (known !== undefined) return known;
  const validator = ajv.compile({ $ref: `description#${pointer}` });
  validators.set(pointer, validator);
  return validator;
}

/** Why a value is not what stands at these keys of the document; empty where it is. */
function faultsOf(value: unknown, ...keys: string[]): string[] {
  const validator = validatorAt(...keys);
  if (validator(value)) return [];
  return validator
    .errors!.slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath || "the body"} ${message} ${JSON.stringify(params)}`);
}

/** Why the body is not one that an operation takes; empty where it is. */
export const faultsOfBody = ({ method, path }: Operation, body: unknown): string[] =>
  faultsOf(body, "paths", path, method.toLowerCase(), "requestBody", "content", "application/json", "schema");

/** Why what a socket's server sent is not one of its messages; empty where it is. */
export const faultsOfMessage = (message: unknown): string[] =>
  faultsOf(message, "components", "schemas", "SocketMessage");

const patterns = operations.map((operation) => ({
  operation,
  pattern: new RegExp(`^${operation.path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The operation of a call; `path` may have a query. */
export const operationOf = (method: string, path: string): Operation | undefined =>
  patterns.find(({ operation, pattern }) => operation.method === method && pattern.test(path.split("?")[0]))?.operation;

/** Judges one answer: its status, its media type, its body, its headers. */
export function judge(exchange: Exchange): Verdict {
  const { method, path, status, headers } = exchange;
  const operation = operationOf(method, path);
  const faults =
    operation !== undefined
      ? faultsOfAnswer(operation, exchange)
      : status >= 400 && method !== "HEAD"
        ? faultsOfProblem(exchange)
        : [];
  if (headers.get("x-request-id") === null) faults.push("has no X-Request-Id");
  return { operation, status, code: codeOf(exchange), faults };
}

const mediaType = (headers: Headers): string => (headers.get("content-type") ?? "").split(";")[0];

function codeOf({ headers, text }: Exchange): string | undefined {
  if (mediaType(headers) !== "application/problem+json") return undefined;
  try {
    return String((JSON.parse(text) as Json).code);
  } catch {
    return undefined;
  }
}

/** What is wrong with an error of a path or a method that the file does not describe. */
function faultsOfProblem({ status, headers, text }: Exchange): string[] {
  if (mediaType(headers) !== "application/problem+json")
    return [`has the media type ${mediaType(headers) || "of nothing"}, not that of a problem`];
  return faultsOfText(text, status, ["components", "schemas", "Problem"]);
}

function faultsOfAnswer({ path, method, definition }: Operation, { status, headers, text }: Exchange): string[] {
  // Limits belong to whoever runs a server: their refusal alone may come without being named for each operation.
  const name = String(status) in definition.responses ? String(status) : status === 429 ? "default" : undefined;
  if (name === undefined) return [`has the undocumented status ${status}: ${text.slice(0, 200)}`];
  const { content, headers: promised = {} } = definition.responses[name];
  // What only some forms of an answer carry is said not to be required.
  const missing = Object.keys(promised)
    .filter((header) => promised[header].required !== false && !headers.has(header))
    .map((header) => `lacks the documented header ${header}`);
  if (content === undefined) return text === "" ? missing : [...missing, "has a body where none is documented"];
  const type = mediaType(headers);
  if (!(type in content)) return [...missing, `has the undocumented media type ${type || "of nothing"}`];
  // A stream is not read here: it has no end.
  if (type === "text/event-stream") return missing;
  const keys = ["paths", path, method.toLowerCase(), "responses", name, "content", type, "schema"];
  return [...missing, ...(type.endsWith("json") ? faultsOfText(text, status, keys) : faultsOf(text, ...keys))];
}

function faultsOfText(text: string, status: number, keys: string[]): string[] {
  let body: Json;
  try {
    body = JSON.parse(text);
  } catch {
    return [`is not JSON: ${text.slice(0, 200)}`];
  }
  const faults = faultsOf(body, ...keys);
  if (status >= 400 && body?.status !== status) faults.push(`names the status ${body?.status}, and has ${status}`);
  return faults;
}
