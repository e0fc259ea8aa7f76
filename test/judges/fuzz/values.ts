/** Values by their schemas, and the same values spoilt. */

import { generateSync, type JsonSchema } from "json-schema-faker";
import type { Random } from "../../support/random.ts";
import type { Learned } from "./learned.ts";

type Json = any;

/** Where values come from. */
export interface Source {
  random: Random;
  learned: Learned;
  document: Json;
}

/** A value that the schema allows. */
export function valueFor(schema: Json, source: Source): unknown {
  const { random } = source;
  return generateSync(prepared(schema, source) as JsonSchema, {
    // Deep enough for every request: below its depth the generator puts null for whatever it is.
    maxDepth: 12,
    seed: random.word(),
    optionalsProbability: random.pick([0.1, 0.3, 0.6, 1]),
    maxDefaultItems: 4,
    minDateTime: "2020-01-01",
    maxDateTime: "2030-01-01",
  });
}

/** The schema with its references resolved; where it says no more than an example, often that example or something real of its kind. */
function prepared(schema: Json, source: Source): Json {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map((inner) => prepared(inner, source));
  if (typeof schema.$ref === "string") return prepared(resolved(schema.$ref, source.document), source);
  const { random, learned } = source;
  if (schema.type === "string" && schema.enum === undefined && schema.example !== undefined && random.chance(0.7)) {
    return { const: learned.like(schema.example) ?? schema.example };
  }
  return Object.fromEntries(
    Object.entries(shorter(fewer(schema, random), random))
      .filter(([key]) => key !== "example")
      // A property may have any name, that of a keyword too.
      .map(([key, inner]) => [
        key,
        key === "properties" ? mapped(inner, (property) => prepared(property, source)) : prepared(inner, source),
      ]),
  );
}

/** The generator does not choose among properties of which only some may come: that is done here. */
function fewer(schema: Json, random: Random): Json {
  const { properties, required = [], minProperties, maxProperties, ...rest } = schema;
  if (properties === undefined || maxProperties === undefined) return schema;
  const chosen = random.shuffled(Object.keys(properties)).slice(0, maxProperties);
  return {
    ...rest,
    properties: Object.fromEntries(chosen.map((name) => [name, properties[name]])),
    required: [...required, ...chosen],
  };
}

/** Mostly short lists: many long ones within each other would be too large for any call. */
const shorter = (schema: Json, random: Random): Json =>
  typeof schema.maxItems === "number" && random.chance(0.8)
    ? { ...schema, maxItems: Math.min(schema.maxItems, Math.max(schema.minItems ?? 0, 3)) }
    : schema;

const mapped = (object: Json, change: (value: Json) => Json): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

const resolved = (ref: string, document: Json): Json =>
  ref
    .slice(2)
    .split("/")
    .reduce((node, key) => node[key], document);

const LONG = 20_000;

/** Texts that have broken servers. */
export const TEXTS = [
  "",
  " ",
  "null",
  "0",
  "-1",
  "1e999",
  "NaN",
  "true",
  "[]",
  "{}",
  "\u0000",
  "\ud800",
  "\u202eabc",
  "\u200b",
  "ليلى",
  "👩‍👩‍👧‍👦",
  "e\u0301\u0301\u0301",
  "../../etc/passwd",
  "' OR 1=1 --",
  "<script>alert(1)</script>",
  "%00",
  "%",
  "__proto__",
  "constructor",
  "p:7H",
  "p:XX",
  "d:",
  "c:",
  "c:kqdtx",
  "pass",
  "me",
  "x".repeat(129),
  "x".repeat(LONG),
  "\n",
  "2026-02-30T25:61:61Z",
  "9".repeat(40),
];

const NUMBERS = [0, -0, -1, 1, 4, 0.5, 1e9, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, -1e308, 5e-324];

/** Anything at all. */
export const anything = (random: Random): unknown =>
  random.pick<() => unknown>([
    () => random.pick(TEXTS),
    () => random.pick(NUMBERS),
    () => null,
    () => random.chance(0.5),
    () => [],
    () => ({}),
    () => [null],
    () => [[[[]]]],
    () => ({ a: { b: { c: 1 } } }),
    () => nested(200),
    () => Array.from({ length: 500 }, () => "AS"),
  ])();

const nested = (depth: number): unknown => (depth === 0 ? 0 : [nested(depth - 1)]);

/** A copy of `value` with one thing wrong somewhere in it: of another type, missing, unknown, doubled, out of range, huge. */
export function spoilt(value: unknown, random: Random): unknown {
  const isObject = typeof value === "object" && value !== null;
  const inner = isObject ? Object.keys(value) : [];
  // Down one more step, or here.
  if (inner.length > 0 && random.chance(0.65)) {
    const key = random.pick(inner);
    const copy: Json = Array.isArray(value) ? [...value] : { ...(value as object) };
    copy[key] = spoilt(copy[key], random);
    return copy;
  }
  if (Array.isArray(value))
    return random.pick<() => unknown>([
      () => anything(random),
      () => [...value, anything(random)],
      () => value.slice(1),
      () => [...value, ...value, ...value],
    ])();
  if (isObject) {
    return random.pick<() => unknown>([
      () => anything(random),
      () => ({
        ...(value as object),
        [random.pick(["extra", "", "a/b~c", "toString", "sandbox", "webhooks", "x".repeat(300)])]: anything(random),
      }),
      () => JSON.parse(`{"__proto__": {"admin": true}, ${JSON.stringify(value).slice(1)}`.replace(/, }$/, "}")),
      () =>
        Object.fromEntries(
          Object.entries(value as object).filter((_, at) => at !== random.below(Math.max(inner.length, 1))),
        ),
    ])();
  }
  if (typeof value === "number") return random.chance(0.6) ? random.pick(NUMBERS) : anything(random);
  if (typeof value === "string")
    return random.chance(0.6)
      ? random.pick([
          value.repeat(100),
          value.toUpperCase(),
          ` ${value}`,
          `${value}\u0000`,
          value.slice(0, -1),
          ...TEXTS,
        ])
      : anything(random);
  return anything(random);
}
