/**
 * What in an API description breaks clients that were written by an earlier one. Requests may only come to take more, answers only to
 * hold more fields: whatever a client sent must still be taken, whatever it was promised must still come, and nothing it cannot know.
 */

type Json = any;
type Direction = "request" | "response";

interface Comparison {
  before: Json;
  after: Json;
  /** Components whose values and branches may grow in answers, since clients were told so. */
  open: ReadonlySet<string>;
  /** Pairs of components that were compared, so that each break is told once and circles end. */
  seen: Set<string>;
  found: Set<string>;
}

const METHODS = ["get", "put", "post", "delete", "patch", "head", "options"];

/** Every break between two descriptions, one readable line each. */
export function breaksBetween(before: Json, after: Json, open: readonly string[] = []): string[] {
  const comparison: Comparison = { before, after, open: new Set(open), seen: new Set(), found: new Set() };
  for (const [path, methods] of Object.entries<Json>(before.paths)) {
    for (const method of METHODS.filter((name) => methods[name] !== undefined)) {
      const now = after.paths[path]?.[method];
      const at = `${method.toUpperCase()} ${path}`;
      if (now === undefined) comparison.found.add(`${at}: is gone`);
      else compareOperation(comparison, methods[method], now, at);
    }
  }
  return [...comparison.found];
}

function compareOperation(comparison: Comparison, was: Json, is: Json, at: string): void {
  const { found } = comparison;
  if (was.operationId !== is.operationId) found.add(`${at}: operationId was ${was.operationId}, is ${is.operationId}`);
  compareSecurity(found, was.security ?? [], is.security ?? [], at);
  compareParameters(comparison, was.parameters ?? [], is.parameters ?? [], at);
  const body = was.requestBody,
    newBody = is.requestBody;
  if (body !== undefined && newBody === undefined) found.add(`${at}: takes no body any more`);
  if (newBody?.required === true && body?.required !== true) found.add(`${at}: the body has become required`);
  if (body !== undefined && newBody !== undefined)
    compareContent(comparison, body.content, newBody.content, "request", `${at} body`);
  for (const [status, response] of Object.entries<Json>(was.responses)) {
    const now = is.responses[status];
    if (now === undefined) {
      found.add(`${at}: the response ${status} is gone`);
      continue;
    }
    for (const name of Object.keys(response.headers ?? {})) {
      if (now.headers?.[name] === undefined) found.add(`${at} ${status}: the header ${name} is gone`);
    }
    compareContent(comparison, response.content ?? {}, now.content ?? {}, "response", `${at} ${status}`);
  }
}

/** Each way in that was enough must still be; what a token must be allowed to do is not told by the file. */
function compareSecurity(found: Set<string>, was: Json[], is: Json[], at: string): void {
  const ways = (list: Json[]) =>
    new Set((list.length === 0 ? [{}] : list).map((way) => Object.keys(way).sort().join("+")));
  const now = ways(is);
  // What needs nothing lets everybody in.
  if (now.has("")) return;
  for (const way of ways(was))
    if (!now.has(way))
      found.add(`${at}: ${way === "" ? "could be called without a token" : `${way} was enough`}, and no more`);
}

function compareParameters(comparison: Comparison, was: Json[], is: Json[], at: string): void {
  const key = ({ in: place, name }: Json) => `${place} parameter ${place === "header" ? name.toLowerCase() : name}`;
  const before = new Map(was.map((one) => [key(one), one])),
    after = new Map(is.map((one) => [key(one), one]));
  for (const [name, one] of before) {
    const now = after.get(name);
    if (now === undefined) comparison.found.add(`${at}: the ${name} is gone`);
    else compareSchema(comparison, one.schema, now.schema, "request", `${at} ${name}`);
  }
  for (const [name, one] of after) {
    if (one.required === true && before.get(name)?.required !== true)
      comparison.found.add(`${at}: the ${name} has become required`);
  }
}

function compareContent(comparison: Comparison, was: Json, is: Json, direction: Direction, at: string): void {
  for (const [type, { schema }] of Object.entries<Json>(was)) {
    if (is[type] === undefined) comparison.found.add(`${at}: ${type} is gone`);
    else compareSchema(comparison, schema, is[type].schema, direction, at);
  }
}

interface Branch {
  key: string;
  schema: Json;
}

/** A schema as what it may be, null apart; several branches where it is a union. */
function branchesOf(schema: Json): { nullable: boolean; branches: Branch[] } {
  const parts: Json[] = schema.oneOf ?? schema.anyOf ?? [schema];
  const tags = new Map(Object.entries<string>(schema.discriminator?.mapping ?? {}).map(([tag, ref]) => [ref, tag]));
  const branches = parts
    .filter(({ type }) => type !== "null")
    .map((part): Branch => {
      const name =
        part.$ref === undefined
          ? [part.type ?? "anything"]
              .flat()
              .filter((one: string) => one !== "null")
              .join(" or ")
          : nameOf(part.$ref);
      return { key: tags.get(part.$ref) ?? name, schema: part };
    });
  return { nullable: parts.some(({ type }) => [type].flat().includes("null")), branches };
}

const nameOf = (ref: string): string => ref.split("/").at(-1)!;

/** What a schema refers to, or the schema itself. */
const resolve = (document: Json, schema: Json): Json =>
  schema.$ref === undefined ? schema : document.components.schemas[nameOf(schema.$ref)];
const isUnion = ({ oneOf, anyOf }: Json): boolean => oneOf !== undefined || anyOf !== undefined;

function compareSchema(comparison: Comparison, was: Json, is: Json, direction: Direction, at: string): void {
  const { found, seen, before, after } = comparison;
  const old = branchesOf(was),
    now = branchesOf(is);
  if (direction === "request" && old.nullable && !now.nullable) found.add(`${at}: takes null no more`);
  if (direction === "response" && !old.nullable && now.nullable) found.add(`${at}: can be null now`);
  const [one, other] = [old, now].map(({ branches }) => (branches.length === 1 ? branches[0].schema : undefined));
  const [from, to] = [one && resolve(before, one), other && resolve(after, other)];
  if (one?.$ref !== undefined && other !== undefined) {
    const pair = `${one.$ref} ${other.$ref ?? at} ${direction}`;
    if (seen.has(pair)) return;
    seen.add(pair);
    compareSchema(comparison, from, to, direction, `${nameOf(one.$ref)} (${direction})`);
  } else if (one !== undefined && other !== undefined) {
    if (other.$ref === undefined) compareValues(comparison, one, other, direction, at);
    else compareSchema(comparison, one, to, direction, at);
  } else if (from !== undefined && isUnion(from)) {
    compareSchema(comparison, from, is, direction, at);
  } else if (to !== undefined && isUnion(to)) {
    compareSchema(comparison, was, to, direction, at);
  } else {
    compareBranches(comparison, old.branches, now.branches, direction, at);
  }
}

/** Two unions, or one and what was or has become a single branch. */
function compareBranches(comparison: Comparison, old: Branch[], now: Branch[], direction: Direction, at: string): void {
  const branches = new Map(now.map(({ key, schema }) => [key, schema]));
  for (const { key, schema } of old) {
    if (!branches.has(key)) comparison.found.add(`${at}: ${key} is gone`);
    else compareSchema(comparison, schema, branches.get(key), direction, `${at} ${key}`);
    branches.delete(key);
  }
  if (direction === "response" && !isOpen(comparison, at))
    for (const key of branches.keys()) comparison.found.add(`${at}: can be ${key} now`);
}

/** Whether a place is `open`, which names it by its component and field; `.*` are all fields of a component. */
function isOpen({ open }: Comparison, at: string): boolean {
  const name = at.replace(/ \((request|response)\)/, "");
  return open.has(name) || (name.includes(".") && open.has(`${name.split(".")[0]}.*`));
}

const typesOf = ({ type }: Json): string[] =>
  type === undefined ? [] : [type].flat().filter((one: string) => one !== "null");
const within = (type: string, types: string[]): boolean =>
  types.length === 0 || types.includes(type) || (type === "integer" && types.includes("number"));
const valuesOf = (schema: Json): Json[] | undefined => (schema.const === undefined ? schema.enum : [schema.const]);

/** Bounds, and whether a larger figure lets more through. */
const BOUNDS: readonly (readonly [string, boolean])[] = [
  ["maximum", true],
  ["exclusiveMaximum", true],
  ["maxLength", true],
  ["maxItems", true],
  ["maxProperties", true],
  ["minimum", false],
  ["exclusiveMinimum", false],
  ["minLength", false],
  ["minItems", false],
  ["minProperties", false],
];

/** Two schemas that are no unions. */
function compareValues(comparison: Comparison, was: Json, is: Json, direction: Direction, at: string): void {
  const { found } = comparison;
  const [narrow, wide] = direction === "request" ? [was, is] : [is, was];
  const types = typesOf(narrow);
  if (types.length === 0 ? typesOf(wide).length > 0 : types.some((type) => !within(type, typesOf(wide)))) {
    found.add(`${at}: was ${typesOf(was).join(" or ") || "anything"}, is ${typesOf(is).join(" or ") || "anything"}`);
    return;
  }
  const old = valuesOf(was),
    now = valuesOf(is);
  if (direction === "request" && now !== undefined) {
    if (old === undefined) found.add(`${at}: takes only ${now.join(", ")} now`);
    else for (const value of old.filter((one) => !now.includes(one))) found.add(`${at}: takes ${value} no more`);
  }
  if (direction === "response" && old !== undefined && !isOpen(comparison, at)) {
    if (now === undefined) found.add(`${at}: was one of ${old.join(", ")}, and can be anything now`);
    else for (const value of now.filter((one) => !old.includes(one))) found.add(`${at}: can be ${value} now`);
  }
  if (direction === "response" && old !== undefined && now !== undefined)
    for (const value of old.filter((one) => !now.includes(one))) found.add(`${at}: is never ${value} any more`);
  // An answer may say more exactly what it is than it did.
  if (was.format !== is.format && !(was.format === undefined && direction === "response"))
    found.add(`${at}: format was ${was.format ?? "free"}, is ${is.format ?? "free"}`);
  if (direction === "request") {
    if (is.pattern !== undefined && is.pattern !== was.pattern)
      found.add(`${at}: pattern was ${was.pattern ?? "free"}, is ${is.pattern}`);
    for (const [bound, larger] of BOUNDS) {
      if (is[bound] === undefined || is[bound] === was[bound]) continue;
      if (was[bound] === undefined || (larger ? is[bound] < was[bound] : is[bound] > was[bound]))
        found.add(`${at}: ${bound} was ${was[bound] ?? "free"}, is ${is[bound]}`);
    }
  }
  compareFields(comparison, was, is, direction, at);
  // A list without a word on its items may hold anything.
  if (was.items !== undefined || is.items !== undefined)
    compareSchema(comparison, was.items ?? {}, is.items ?? {}, direction, `${at}[]`);
}

function compareFields(comparison: Comparison, was: Json, is: Json, direction: Direction, at: string): void {
  const { found } = comparison;
  const required = new Set<string>(was.required),
    requiredNow = new Set<string>(is.required);
  for (const [name, schema] of Object.entries<Json>(was.properties ?? {})) {
    const now = is.properties?.[name];
    if (now === undefined) found.add(`${at}.${name}: is gone`);
    else compareSchema(comparison, schema, now, direction, `${at}.${name}`);
    if (direction === "response" && now !== undefined && required.has(name) && !requiredNow.has(name))
      found.add(`${at}.${name}: can be missing now`);
  }
  if (direction === "request")
    for (const name of requiredNow) if (!required.has(name)) found.add(`${at}.${name}: has become required`);
  const [free, freeNow] = [was.additionalProperties, is.additionalProperties];
  if (direction === "request" && free !== false && freeNow === false)
    found.add(`${at}: takes no further fields any more`);
  if (typeof free === "object" && typeof freeNow === "object")
    compareSchema(comparison, free, freeNow, direction, `${at}.*`);
}
