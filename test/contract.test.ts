/** The published contract only grows: whatever was written for the newest release still works. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../scripts/bundle.ts";
import { OPENAPI_FILE } from "../scripts/openapi.ts";
import { breaksBetween } from "./support/breaks.ts";

type Json = any;

const RELEASED = join(ROOT, "openapi/released");
const read = (file: string): Json => JSON.parse(readFileSync(file, "utf8"));
const versions = readdirSync(RELEASED)
  .map((file) => file.replace(/\.json$/, ""))
  .sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
const newest = read(join(RELEASED, `${versions.at(-1)}.json`));
const today = read(OPENAPI_FILE);

/** Unions and fields of answers whose own description says that more will come. */
const OPEN = ["GameEvent", "PlayerEvent", "GameAbortedEvent.reason", "Rules.*"];

test("today's contract breaks nothing that was written for the newest release", () => {
  expect(breaksBetween(newest, today, OPEN)).toEqual([]);
  for (const name of OPEN) {
    const [component, field] = name.split(".");
    const schema = today.components.schemas[component];
    expect((field === undefined || field === "*" ? schema : schema.properties[field]).description).toContain(
      "ignore any that you do not know",
    );
  }
});

test("each released file is the contract of the version that names it, and the changelog tells of each, newest first", () => {
  expect(versions.length).toBeGreaterThan(0);
  for (const version of versions) expect(read(join(RELEASED, `${version}.json`)).info.version).toBe(version);
  const changelog = readFileSync(join(ROOT, "openapi/CHANGELOG.md"), "utf8");
  const headings = [...changelog.matchAll(/^## (\S+)/gm)].map(([, name]) => name);
  expect(headings).toEqual(["Unreleased", ...versions.toReversed()]);
});

test("the changelog names every call and parameter that came since the newest release", () => {
  const changelog = readFileSync(join(ROOT, "openapi/CHANGELOG.md"), "utf8");
  const unreleased = changelog
    .split(/^## /m)
    .find((part) => part.startsWith("Unreleased"))!
    .toLowerCase();
  for (const [path, methods] of Object.entries<Json>(today.paths)) {
    for (const [method, { parameters = [] }] of Object.entries<Json>(methods)) {
      const before = newest.paths[path]?.[method];
      if (before === undefined) expect(unreleased).toContain(`\`${method} ${path.toLowerCase()}\``);
      const known = new Set((before?.parameters ?? parameters).map(({ name }: Json) => name));
      for (const { name } of parameters)
        if (!known.has(name)) expect(unreleased, `${method} ${path}`).toContain(`\`${name.toLowerCase()}\``);
    }
  }
});

/** A change to a copy of the released contract. */
type Change = (document: Json) => void;
const after = (change: Change): string[] => {
  const changed = structuredClone(newest);
  change(changed);
  return breaksBetween(newest, changed, OPEN);
};
const schemas = ({ components }: Json): Json => components.schemas;
const act = ({ paths }: Json): Json => paths["/v1/games/{gameId}/actions"].post;
const list = ({ paths }: Json): Json => paths["/v1/games"].get;

describe("what breaks clients is found", () => {
  test.each<[string, Change, string]>([
    ["a path that is gone", (d) => delete d.paths["/v1/bots"], "GET /v1/bots: is gone"],
    [
      "an operation that is gone",
      (d) => delete d.paths["/v1/games/{gameId}/seats/{seat}"].delete,
      "DELETE /v1/games/{gameId}/seats/{seat}: is gone",
    ],
    [
      "another operationId",
      (d) => {
        act(d).operationId = "move";
      },
      "POST /v1/games/{gameId}/actions: operationId was act, is move",
    ],
    [
      "a response that is gone",
      (d) => delete act(d).responses[409],
      "POST /v1/games/{gameId}/actions: the response 409 is gone",
    ],
    [
      "a header that is gone",
      (d) => delete d.paths["/v1/games"].post.responses[201].headers.Location,
      "POST /v1/games 201: the header Location is gone",
    ],
    [
      "another content type of an answer",
      (d) => {
        const { content } = act(d).responses[200];
        content["text/json"] = content["application/json"];
        delete content["application/json"];
      },
      "POST /v1/games/{gameId}/actions 200: application/json is gone",
    ],
    [
      "another content type of a body",
      (d) => {
        act(d).requestBody.content = { "text/plain": { schema: { type: "string" } } };
      },
      "POST /v1/games/{gameId}/actions body: application/json is gone",
    ],
    [
      "no body any more",
      (d) => delete d.paths["/v1/players"].post.requestBody,
      "POST /v1/players: takes no body any more",
    ],
    [
      "a required body",
      (d) => {
        d.paths["/v1/games"].post.requestBody.required = true;
      },
      "POST /v1/games: the body has become required",
    ],
    [
      "a token where none was needed",
      (d) => {
        list(d).security = [{ bearer: [] }];
      },
      "GET /v1/games: could be called without a token, and no more",
    ],
    [
      "a parameter that is gone",
      (d) => {
        list(d).parameters = list(d).parameters.filter(({ name }: Json) => name !== "status");
      },
      "GET /v1/games: the query parameter status is gone",
    ],
    [
      "a required parameter",
      (d) => list(d).parameters.push({ in: "query", name: "town", required: true, schema: { type: "string" } }),
      "GET /v1/games: the query parameter town has become required",
    ],
    [
      "a field of a request that is gone",
      (d) => delete schemas(d).JoinRequest.properties.clientSeed,
      "JoinRequest (request).clientSeed: is gone",
    ],
    [
      "a required field of a request",
      (d) => {
        schemas(d).JoinRequest.required = ["seat"];
      },
      "JoinRequest (request).seat: has become required",
    ],
    [
      "a new required field of a request",
      (d) => {
        const s = schemas(d).ActionRequest;
        s.properties.why = { type: "string" };
        s.required.push("why");
      },
      "ActionRequest (request).why: has become required",
    ],
    [
      "a value that is taken no more",
      (d) => {
        schemas(d).PlayerKind.enum = ["human"];
      },
      "PlayerKind (request): takes bot no more",
    ],
    [
      "values where any were taken",
      (d) => {
        schemas(d).ActionRequest.properties.action.enum = ["pass"];
      },
      "ActionRequest (request).action: takes only pass now",
    ],
    [
      "another type in a request",
      (d) => {
        schemas(d).ActionRequest.properties.decision.type = "integer";
      },
      "ActionRequest (request).decision: was string, is integer",
    ],
    [
      "null that is taken no more",
      (d) => {
        schemas(d).GameRequest.properties.clock.type = "string";
      },
      "GameRequest (request).clock: takes null no more",
    ],
    [
      "a narrower bound",
      (d) => {
        schemas(d).PlayerRequest.properties.name.maxLength = 20;
      },
      "PlayerRequest (request).name: maxLength was 40, is 20",
    ],
    [
      "another pattern",
      (d) => {
        schemas(d).JoinRequest.properties.clientSeed.pattern = "^x";
      },
      "JoinRequest (request).clientSeed: pattern was ^[\\x20-\\x7e]*$, is ^x",
    ],
    [
      "a field of an answer that is gone",
      (d) => delete schemas(d).Acted.properties.replayed,
      "Acted (response).replayed: is gone",
    ],
    [
      "a field of an answer that can be missing",
      (d) => {
        schemas(d).Acted.required.shift();
      },
      "Acted (response).replayed: can be missing now",
    ],
    [
      "a component that can be null",
      (d) => {
        schemas(d).Acted.properties.game = { anyOf: [{ $ref: "#/components/schemas/GameView" }, { type: "null" }] };
      },
      "Acted (response).game: can be null now",
    ],
    [
      "a field of an answer that can be null",
      (d) => {
        schemas(d).Acted.properties.version.type = ["integer", "null"];
      },
      "Acted (response).version: can be null now",
    ],
    [
      "another type in an answer",
      (d) => {
        schemas(d).Acted.properties.version.type = "number";
      },
      "Acted (response).version: was integer, is number",
    ],
    [
      "another format",
      (d) => delete schemas(d).GameView.properties.createdAt.format,
      "GameView (response).createdAt: format was date-time, is free",
    ],
    [
      "a new value in an answer",
      (d) => schemas(d).GameStatus.enum.push("paused"),
      "GameStatus (response): can be paused now",
    ],
    [
      "a value that never comes any more",
      (d) => schemas(d).GameStatus.enum.pop(),
      "GameStatus (response): is never aborted any more",
    ],
    [
      "any value where few were promised",
      (d) => delete schemas(d).GameStatus.enum,
      "GameStatus (response): was one of waiting, playing, finished, aborted, and can be anything now",
    ],
    [
      "a new branch of a closed union",
      (d) => {
        schemas(d).LegalAction.oneOf.push({ $ref: "#/components/schemas/Wave" });
        schemas(d).LegalAction.discriminator.mapping.wave = "#/components/schemas/Wave";
        schemas(d).Wave = { type: "object" };
      },
      "LegalAction (response): can be wave now",
    ],
    [
      "a branch that is gone, of an open union too",
      (d) => {
        const { GameEvent } = schemas(d);
        GameEvent.oneOf = GameEvent.oneOf.filter(({ $ref }: Json) => !$ref.endsWith("/GameAbortedEvent"));
      },
      "GameEvent (response): game_aborted is gone",
    ],
    [
      "a field of a branch that is gone",
      (d) => delete schemas(d).CardPlayedEvent.properties.card,
      "CardPlayedEvent (response).card: is gone",
    ],
  ])("%s", (_, change, line) => {
    expect(after(change)).toContain(line);
  });

  test("a request that was free and is strict", () => {
    const free = structuredClone(newest);
    delete schemas(free).JoinRequest.additionalProperties;
    expect(breaksBetween(free, newest)).toEqual(["JoinRequest (request): takes no further fields any more"]);
  });

  test("once, however many calls share it", () => {
    expect(after((d) => delete schemas(d).GameView.properties.scores)).toEqual(["GameView (response).scores: is gone"]);
  });
});

describe("what only adds is let through", () => {
  test.each<[string, Change]>([
    ["nothing", () => {}],
    [
      "a path",
      (d) => {
        d.paths["/v1/new"] = structuredClone(d.paths["/v1/bots"]);
      },
    ],
    [
      "a method",
      (d) => {
        d.paths["/v1/bots"].post = structuredClone(act(d));
      },
    ],
    [
      "an optional parameter",
      (d) => list(d).parameters.push({ in: "query", name: "town", required: false, schema: { type: "string" } }),
    ],
    [
      "a response",
      (d) => {
        act(d).responses[410] = structuredClone(act(d).responses[409]);
      },
    ],
    [
      "another form of an answer",
      (d) => {
        act(d).responses[200].content["text/plain"] = { schema: { type: "string" } };
      },
    ],
    [
      "a way without a token",
      (d) => {
        act(d).security.push({});
      },
    ],
    [
      "scopes",
      (d) => {
        act(d).security = [{ bearer: ["games:play"] }];
      },
    ],
    [
      "an optional field of a request",
      (d) => {
        schemas(d).JoinRequest.properties.mood = { type: "string" };
      },
    ],
    [
      "a field that need not be sent any more",
      (d) => {
        schemas(d).PlayerRequest.required = ["name"];
      },
    ],
    [
      "a wider bound",
      (d) => {
        schemas(d).PlayerRequest.properties.name.maxLength = 80;
      },
    ],
    [
      "null and another type in a request",
      (d) => {
        schemas(d).ActionRequest.properties.decision.type = ["string", "integer", "null"];
      },
    ],
    [
      "more that a null-only field takes",
      (d) => {
        schemas(d).GameRequest.properties.clock.type = ["object", "null"];
      },
    ],
    [
      "a field of an answer",
      (d) => {
        schemas(d).Acted.properties.more = { type: "string" };
        schemas(d).Acted.required.push("more");
      },
    ],
    [
      "a field that always comes now",
      (d) => {
        schemas(d).CardPlayedEvent.required.push("by");
      },
    ],
    [
      "an event type",
      (d) => {
        schemas(d).GameEvent.oneOf.push({ $ref: "#/components/schemas/WaveEvent" });
        schemas(d).GameEvent.discriminator.mapping.wave = "#/components/schemas/WaveEvent";
        schemas(d).WaveEvent = { type: "object" };
      },
    ],
    [
      "a component by another name",
      (d) => {
        schemas(d).Playing = schemas(d).Acted;
        act(d).responses[200].content["application/json"].schema.$ref = "#/components/schemas/Playing";
      },
    ],
    [
      "another description",
      (d) => {
        schemas(d).Acted.description = "Otherwise said.";
        act(d).summary = "Do it";
      },
    ],
  ])("%s", (_, change) => {
    expect(after(change)).toEqual([]);
  });
});
