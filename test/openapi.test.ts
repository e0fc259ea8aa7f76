import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { OPENAPI_FILE, openapiText } from "../scripts/openapi.ts";
import { PROBLEMS } from "../src/http/exchange/problem.ts";
import { STANDINGS } from "../src/player/standing.ts";

type Json = any;

const document: Json = JSON.parse(openapiText());
const operations: [string, Json][] = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]): [string, Json] => [`${method} ${path}`, operation]),
);

/** Every object in the document, with where it stands. */
function* nodes(value: Json, at = "#"): Generator<[string, Json]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [at, value];
  for (const [key, inner] of Object.entries(value)) yield* nodes(inner, `${at}/${key}`);
}

test("the published description is that of the routes: run `npm run openapi` when this fails", async () => {
  expect(await readFile(OPENAPI_FILE, "utf8")).toBe(openapiText());
});

test.each(operations)(
  "%s is described in full",
  (_, { operationId, tags, summary, description, responses, security, requestBody }) => {
    expect(operationId).toMatch(/^[a-z][a-zA-Z]+$/);
    expect(tags).toHaveLength(1);
    expect(document.tags.map(({ name }: Json) => name)).toContain(tags[0]);
    expect(summary).toMatch(/^[A-Z].*[^.]$/);
    expect(description).toMatch(/\.$/);
    expect(security).toBeDefined();
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(["400", "406", "500", "default"]));
    expect(Object.keys(responses)[0]).toMatch(/^(101|20[01])$/);
    for (const [status, { content }] of Object.entries<Json>(responses)) {
      if (status >= "400")
        expect(content["application/problem+json"].schema).toEqual({ $ref: "#/components/schemas/Problem" });
    }
    const schema = requestBody?.content["application/json"].schema.$ref.split("/").at(-1);
    if (schema !== undefined) expect(document.components.schemas[schema]).toHaveProperty("example");
  },
);

test("operation ids are unique", () => {
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("every code is documented where it can come, but those of unknown paths and methods, and of a server that starts", () => {
  const documented = new Set(
    operations.flatMap(([, { responses }]) =>
      Object.values<Json>(responses).flatMap(({ description }) =>
        [...description.matchAll(/`([a-z_]+)`/g)].map(([, code]) => code),
      ),
    ),
  );
  expect(Object.keys(PROBLEMS).filter((code) => !documented.has(code))).toEqual([
    "not_found",
    "method_not_allowed",
    "server_starting",
  ]);
});

test("unions have a discriminator on a constant tag, or are a component and null", () => {
  for (const [at, node] of nodes(document)) {
    expect(node, at).not.toHaveProperty("allOf");
    if (node.anyOf !== undefined) expect([node.anyOf.length, node.anyOf[1]], at).toEqual([2, { type: "null" }]);
    if (node.oneOf === undefined) continue;
    const { propertyName, mapping } = node.discriminator;
    expect(Object.values(mapping), at).toEqual(node.oneOf.map(({ $ref }: Json) => $ref));
    for (const [tag, ref] of Object.entries<string>(mapping)) {
      const component = document.components.schemas[ref.split("/").at(-1)!];
      expect(component.properties[propertyName].enum).toEqual([tag]);
      expect(component.required).toContain(propertyName);
    }
  }
});

test("no component is null itself, and every reference leads somewhere", () => {
  for (const [name, schema] of Object.entries<Json>(document.components.schemas))
    expect([schema.type].flat(), name).not.toContain("null");
  for (const [at, { $ref }] of nodes(document)) {
    if (typeof $ref === "string") expect(document, at).toHaveProperty($ref.slice(2).split("/"));
  }
});

test("requests are strict, answers leave room for more", () => {
  for (const [name, schema] of Object.entries<Json>(document.components.schemas)) {
    if (schema.type === "object") expect(schema.additionalProperties === false, name).toBe(name.endsWith("Request"));
  }
});

test("every event type has a component of its own", () => {
  expect(Object.keys(document.components.schemas.GameEvent.discriminator.mapping)).toEqual([
    "game_created",
    "seat_taken",
    "seat_left",
    "seat_changed",
    "client_seed_set",
    "game_started",
    "deal_started",
    "hands_dealt",
    "redeal_asked",
    "redeal_answered",
    "redealt",
    "contract_chosen",
    "doubling_asked",
    "doubling_answered",
    "doubling_closed",
    "card_played",
    "trick_taken",
    "passed",
    "twos_exposed",
    "seat_out",
    "revoked",
    "deal_scored",
    "kingdom_ended",
    "tiebreak_started",
    "game_finished",
    "game_aborted",
    "rematch_wished",
    "next_game_made",
    "clock_expired",
    "clock_corrected",
    "clock_extended",
    "pause_wished",
    "clock_paused",
    "time_advanced",
    "clock_resumed",
    "seat_substituted",
    "seat_opened",
    "seat_forfeited",
    "seat_returned",
    "successor_changed",
    "vote_cast",
  ]);
});

test("every event of a player's own log has a component of its own", () => {
  const described = Object.keys(document.components.schemas.PlayerEvent.discriminator.mapping);
  expect(described.toSorted()).toEqual(["seat_taken", ...Object.keys(STANDINGS)].toSorted());
});
