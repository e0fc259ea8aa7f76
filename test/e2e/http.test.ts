import type { z } from "@hono/zod-openapi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Acted } from "../../src/http/schemas/action.ts";
import { EventPage } from "../../src/http/schemas/event.ts";
import { GameView } from "../../src/http/schemas/game.ts";
import { GameList } from "../../src/http/schemas/list.ts";
import { Me, NewPlayer, Player } from "../../src/http/schemas/player.ts";
import { ProblemDocument } from "../../src/http/schemas/problem.ts";
import { Proof } from "../../src/http/schemas/proof.ts";
import { GameRecord } from "../../src/http/schemas/record.ts";
import { RulesCatalogue } from "../../src/http/schemas/rules.ts";
import { SCOPES } from "../../src/ids/scopes.ts";
import { Client, expectProblem, type Reply, type TestPlayer, WITH_BOTS } from "../support/http.ts";
import { startTestServer } from "../support/server.ts";

let client: Client;
let amal: TestPlayer, basil: TestPlayer;
beforeAll(async () => {
  client = new Client(await startTestServer());
  [amal, basil] = await Promise.all(["Amal", "Basil"].map((name) => client.player(name)));
});
afterAll(async () => {
  const failures = client.server.logs.filter(({ level }) => level === "error");
  await client.server.close();
  expect(failures).toEqual([]);
});

/** Asserts that an answer is what its schema describes, and nothing more: an undocumented field is a fault too. */
function conforms(schema: z.ZodType, { json }: Reply): void {
  expect(schema.parse(json)).toEqual(json);
}

test("an account is made, read by itself and by others", async () => {
  const made = await client.call("POST", "/v1/players", { body: { name: "  Zoe\u0308 \u{1F0CF} ", kind: "bot" } });
  expect(made.status).toBe(201);
  conforms(NewPlayer, made);
  const { player, token } = made.json;
  expect(player.name).toBe("Zo\u00EB \u{1F0CF}");
  expect(player.id).toMatch(/^pl_[a-z2-7]{16}$/);
  expect(token).toMatch(/^trix_[a-z2-7]{71}$/);
  const me = await client.call("GET", "/v1/me", { token });
  conforms(Me, me);
  expect(me.json).toEqual({ player, scopes: [...SCOPES], expiresAt: null, app: null, claims: [] });
  const read = await client.call("GET", `/v1/players/${player.id}`);
  conforms(Player, read);
  expect(read.json).toEqual(player);
});

test("rules and bots are listed", async () => {
  const rules = await client.call("GET", "/v1/rules");
  conforms(RulesCatalogue, rules);
  expect(rules.json.contracts.map(({ letter }: { letter: string }) => letter).join("")).toBe("kqdtx");
  expect(rules.json.presets.map(({ name }: { name: string }) => name)).toEqual([
    "trix",
    "trex",
    "pagat",
    "levant_app",
    "jordan",
  ]);
  const bots = await client.call("GET", "/v1/bots");
  expect(bots.json.data.map(({ name }: { name: string }) => name)).toContain("steady");
});

test("a whole match is played, and every answer on the way is what the API description says", async () => {
  const made = await client.call("POST", "/v1/games", {
    token: amal.token,
    body: { seats: WITH_BOTS, rules: { kingdoms: 1 }, seed: "whole match" },
  });
  expect(made.status).toBe(201);
  conforms(GameView, made);
  const path = `/v1/games/${made.json.id}`;
  expect(made.headers.get("location")).toBe(path);
  let game = made.json;
  for (let turn = 0; game.status === "playing"; turn++) {
    const { legalActions, decision } = game.you;
    const body = { action: legalActions[turn % legalActions.length].id, decision: decision.id };
    const acted = await client.call("POST", `${path}/actions`, { token: amal.token, body });
    expect(acted.status, acted.text).toBe(200);
    conforms(Acted, acted);
    if (turn % 10 === 0) {
      const again = await client.call("POST", `${path}/actions`, { token: amal.token, body });
      expect(again.json).toEqual({ ...acted.json, replayed: true });
      const refused = await client.call("POST", `${path}/actions`, {
        token: amal.token,
        body: { ...body, action: "d:QSQH" },
      });
      if (body.action !== "d:QSQH") expectProblem(refused, 409, "decision_answered");
      conforms(ProblemDocument, refused);
    }
    game = acted.json.game;
  }
  expect(game.status).toBe("finished");
  for (const token of [undefined, amal.token, basil.token]) {
    const events = await client.call("GET", `${path}/events?limit=1000`, { token });
    conforms(EventPage, events);
    expect(events.json.data.map(({ seq }: { seq: number }) => seq)).toEqual(
      Array.from({ length: game.version }, (_, i) => i + 1),
    );
    const page = await client.call("GET", `${path}/events?after=5&limit=3`, { token });
    expect(page.json).toEqual({ data: events.json.data.slice(5, 8), version: game.version, awaiting: null });
  }
  expect((await client.call("GET", `${path}/events?after=${game.version + 7}`)).json).toEqual({
    data: [],
    version: game.version,
    awaiting: null,
  });
  conforms(GameRecord, await client.call("GET", `${path}/record`));
  conforms(Proof, await client.call("GET", `${path}/proof`));
  await expect.poll(async () => (await client.call("GET", "/v1/games?status=finished")).json.data.length).toBe(1);
  const list = await client.call("GET", "/v1/games?status=finished");
  conforms(GameList, list);
  expect(list.json.data[0]).toMatchObject({
    id: made.json.id,
    scores: game.scores,
    dealsPlayed: game.deals.length,
    partnership: "none",
  });
  const late = await client.call("POST", `${path}/actions`, { token: amal.token, body: { action: "p:2C" } });
  expectProblem(late, 409, "game_over");
});

test("seats are kept, taken, given to bots, freed and left until the game starts", async () => {
  const carla = await client.player("Carla"),
    dina = await client.player("Dina");
  const made = await client.game(amal, { seats: [{ player: carla.id }, { player: "me" }, { bot: "random" }] });
  const path = `/v1/games/${made.id}`;
  expect(made.seats.map(({ kind }) => kind)).toEqual(["kept", "player", "bot", "open"]);
  const steps: [string, string, TestPlayer, unknown, string[]][] = [
    ["POST", "/join", dina, undefined, ["kept", "player", "bot", "player"]],
    ["POST", "/join", dina, { clientSeed: "dina's own" }, ["kept", "player", "bot", "player"]],
    ["POST", "/leave", dina, {}, ["kept", "player", "bot", "open"]],
    ["PUT", "/seats/3", amal, { bot: "steady" }, ["kept", "player", "bot", "bot"]],
    ["DELETE", "/seats/2", amal, undefined, ["kept", "player", "open", "bot"]],
    ["PUT", "/seats/0", amal, { bot: "steady" }, ["bot", "player", "open", "bot"]],
    ["POST", "/join", carla, { seat: 2, clientSeed: "~ !" }, ["bot", "player", "player", "bot"]],
  ];
  for (const [method, end, { token }, body, kinds] of steps) {
    const reply = await client.call(method, path + end, { token, body });
    expect(reply.status, reply.text).toBe(200);
    conforms(GameView, reply);
    expect(reply.json.seats.map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
  }
  expect((await client.call("GET", path)).json.status).toBe("playing");
});

test("an account sits in at most twenty games of others that have not started, also where it joins many at once", async () => {
  const host = await client.player("Host"),
    guest = await client.player("Guest");
  const seats = [{ open: true }, { bot: "steady" }, { bot: "steady" }];
  const made = await Promise.all(Array.from({ length: 26 }, () => client.game(host, { seats })));
  const join = (id: string) => client.call("POST", `/v1/games/${id}/join`, { token: guest.token, body: {} });
  const replies = await Promise.all(made.map(({ id }) => join(id)));
  const joined = made.filter((_, i) => replies[i].status === 200);
  expect(joined).toHaveLength(20);
  const [left] = made.filter((_, i) => replies[i].status !== 200);
  for (const reply of replies.filter(({ status }) => status !== 200)) {
    expectProblem(reply, 409, "limit_reached");
    expect(reply.json.game.seats[0]).toEqual({ seat: 0, kind: "open" });
  }
  // A seat that one has costs nothing more, and a game of one's own is none of others.
  expect((await join(joined[0].id)).status).toBe(200);
  expect((await client.call("POST", "/v1/games", { token: guest.token, body: {} })).status).toBe(201);
  // Whoever leaves may join another; and so may who sees a game start, of which nobody tells them.
  expect((await client.call("POST", `/v1/games/${joined[0].id}/leave`, { token: guest.token })).status).toBe(200);
  expect((await join(left.id)).status).toBe(200);
  expectProblem(await join(joined[0].id), 409, "limit_reached");
  const started = joined[1].id;
  await client.call("PUT", `/v1/games/${started}/seats/3`, { token: host.token, body: { bot: "steady" } });
  expect((await join(started)).status).toBe(200);
  await expect.poll(async () => (await join(joined[0].id)).status, { interval: 50 }).toBe(200);
});

test("whoever sits down last, so that the game starts, holds no place for it", async () => {
  const host = await client.player("Host"),
    guest = await client.player("Guest");
  const bot = { bot: "random" };
  for (let game = 0; game < 22; game++) {
    const { id } = await client.game(host, { seats: [{ player: "me" }, { open: true }, bot, bot] });
    const reply = await client.call("POST", `/v1/games/${id}/join`, { token: guest.token, body: {} });
    expect([reply.status, reply.json.status]).toEqual([200, "playing"]);
  }
});

test("empty bodies need no content type, whatever type they claim", async () => {
  for (const headers of [
    undefined,
    { "Content-Type": "application/x-www-form-urlencoded" },
    { "Content-Type": "application/json" },
  ]) {
    const made = await client.call("POST", "/v1/games", { token: amal.token, headers });
    expect(made.status, made.text).toBe(201);
    expect(made.json.seats.map(({ kind }: { kind: string }) => kind)).toEqual(["player", "open", "open", "open"]);
    expect((await client.call("POST", `/v1/games/${made.json.id}/join`, { token: basil.token, headers })).status).toBe(
      200,
    );
    expect(
      (await client.call("POST", `/v1/games/${made.json.id}/abort`, { token: amal.token, headers })).json.status,
    ).toBe("aborted");
  }
  expect((await client.game(amal, { clock: null, seats: [] })).you).toBeNull();
});

test("a body is of the type that stands before the first semicolon, and always UTF-8", async () => {
  const raw = JSON.stringify({ name: "Zoë", kind: "alien" });
  const typed = (type: string, path = "/v1/players", body: string = raw) =>
    client.call("POST", path, { raw: body, headers: { "Content-Type": type } });
  for (const type of [
    "application/json;",
    "application/json ; charset=utf-8;",
    "application/json;odata.metadata=minimal",
    'application/json; profile="a;b"',
    "Application/JSON; charset=iso-8859-1",
  ]) {
    const reply = await typed(type);
    expect([reply.status, reply.json.errors?.map(({ pointer }: { pointer: string }) => pointer)], type).toEqual([
      400,
      ["/kind"],
    ]);
    expect((await typed(type.replace(/application\/json/i, "text/plain"), "/v1/records/check", "")).json).toMatchObject(
      { verdict: "invalid" },
    );
  }
  for (const type of ["application/jsonx", "application/xml; application/json", "text/plain", "json"])
    expect((await typed(type)).status, type).toBe(415);
  const made = await client.call("POST", "/v1/players", {
    raw: JSON.stringify({ name: "Zoë", kind: "bot" }),
    headers: { "Content-Type": "application/json;charset=utf8;" },
  });
  expect([made.status, made.json.player?.name]).toEqual([201, "Zoë"]);
});

describe("idempotency", () => {
  const create = (player: TestPlayer, key: string, body: unknown) =>
    client.call("POST", "/v1/games", { token: player.token, body, headers: { "Idempotency-Key": key } });

  test("a repeat gives the first answer, also when many come at once, and the order of fields does not matter", async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        create(
          amal,
          "at once",
          i % 2 === 0
            ? { visibility: "public", rules: { kingdoms: 1, openHands: false } }
            : { rules: { openHands: false, kingdoms: 1 }, visibility: "public" },
        ),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    await client.call("POST", `/v1/games/${replies[0].json.id}/join`, { token: basil.token });
    const later = await create(amal, "at once", { rules: { kingdoms: 1, openHands: false }, visibility: "public" });
    expect(later.json).toEqual(replies[0].json);
    expect(later.headers.get("location")).toBe(`/v1/games/${later.json.id}`);
  });

  test("another body under the same key is refused, another account's key is its own", async () => {
    const first = await create(amal, "reused", {});
    expectProblem(await create(amal, "reused", { visibility: "unlisted" }), 422, "idempotency_key_reused");
    const other = await create(basil, "reused", {});
    expect(other.status).toBe(201);
    expect(other.json.id).not.toBe(first.json.id);
    expect((await create(amal, "reused", {})).json).toEqual(first.json);
    expect((await create(amal, "Reused", {})).json.id).not.toBe(first.json.id);
  });
});

describe("representations", () => {
  test("a tag is honoured until the game changes, and never for another audience", async () => {
    const { id } = await client.game(amal);
    for (const end of ["", "/events", "/record", "/proof"]) {
      const path = `/v1/games/${id}${end}`;
      const open = await client.call("GET", path),
        own = await client.call("GET", path, { token: amal.token });
      const [tag, ownTag] = [open, own].map(({ headers }) => headers.get("etag")!);
      expect(tag).toMatch(/^W\/"[\x21\x23-\x7e]+"$/);
      expect(open.headers.get("vary")).toContain("Authorization");
      expect(open.headers.get("cache-control")).toBe("no-cache");
      expect(own.headers.get("cache-control")).toBe("private, no-store");
      for (const sent of [tag, `"x", ${tag}`, "*", tag.replace("W/", "")]) {
        const unchanged = await client.call("GET", path, { headers: { "If-None-Match": sent } });
        expect([unchanged.status, unchanged.text, unchanged.headers.get("etag")]).toEqual([304, "", tag]);
      }
      if (open.text !== own.text)
        expect((await client.call("GET", path, { headers: { "If-None-Match": ownTag } })).status).toBe(200);
      expect((await client.call("GET", path, { token: amal.token, headers: { "If-None-Match": ownTag } })).status).toBe(
        304,
      );
    }
    const tag = (await client.call("GET", `/v1/games/${id}`)).headers.get("etag")!;
    await client.call("POST", `/v1/games/${id}/join`, { token: basil.token });
    expect((await client.call("GET", `/v1/games/${id}`, { headers: { "If-None-Match": tag } })).status).toBe(200);
  });

  test("what is the same for everybody has tags too", async () => {
    for (const path of ["/v1/rules", "/v1/bots", "/openapi.json"]) {
      const tag = (await client.call("GET", path)).headers.get("etag")!;
      expect((await client.call("GET", path, { headers: { "If-None-Match": tag } })).status).toBe(304);
    }
  });

  test("HEAD answers as GET does, without a body", async () => {
    const { id } = await client.game(amal);
    for (const path of ["/", "/healthz", "/openapi.json", "/v1/rules", "/v1/games", `/v1/games/${id}`, "/v1/nothing"]) {
      const get = await client.call("GET", path),
        head = await client.call("HEAD", path);
      expect([head.status, head.text, head.headers.get("etag")]).toEqual([get.status, "", get.headers.get("etag")]);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    }
  });

  test("the page at the root needs nothing from elsewhere", async () => {
    const { headers, text } = await client.call("GET", "/");
    expect(headers.get("content-type")).toBe("text/html; charset=UTF-8");
    expect(text.replace(/<[^>]*>/g, "")).toContain(`curl -s ${client.server.url}/v1/players`);
    expect(text.match(/(?:src|href)="[^/#]/g)).toBeNull();
  });
});

describe("headers", () => {
  test("every answer names its request, its time, and lets every site read it", async () => {
    const seen = new Set<string>();
    for (const [method, path] of [
      ["GET", "/"],
      ["GET", "/v1/rules"],
      ["GET", "/v1/nothing"],
      ["POST", "/v1/games"],
      ["DELETE", "/v1/games"],
      ["OPTIONS", "/v1/games"],
    ]) {
      const { headers } = await client.call(method, path);
      expect(Math.abs(Date.parse(headers.get("date")!) - Date.now())).toBeLessThan(5000);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      for (const name of ["ETag", "Location", "Retry-After", "X-Request-Id"])
        expect(headers.get("access-control-expose-headers")).toContain(name);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toMatch(/default-src 'none'/);
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/);
      seen.add(headers.get("x-request-id")!);
    }
    expect(seen.size).toBe(6);
  });

  test("a browser may ask before every call", async () => {
    const ask = (path: string, method: string) =>
      client.call("OPTIONS", path, {
        headers: {
          Origin: "https://example.org",
          "Access-Control-Request-Method": method,
          "Access-Control-Request-Headers": "authorization, content-type, idempotency-key",
        },
      });
    for (const [path, method] of [
      ["/v1/games", "POST"],
      ["/v1/games/gm_x/seats/1", "PUT"],
      ["/v1/games/gm_x/seats/1", "DELETE"],
      ["/v1/nothing", "GET"],
    ]) {
      const { status, headers } = await ask(path, method);
      expect(status).toBe(204);
      expect(headers.get("access-control-allow-methods")).toContain(method);
      expect(headers.get("access-control-allow-headers")!.toLowerCase()).toMatch(
        /authorization.*content-type.*idempotency-key.*if-none-match.*trix-act-as/,
      );
    }
    expect((await client.call("OPTIONS", "/v1/games/gm_x/seats/1")).headers.get("allow")).toBe("DELETE, OPTIONS, PUT");
    expectProblem(await client.call("OPTIONS", "/v1/nothing"), 404, "not_found");
  });

  test("a wrong method names the right ones", async () => {
    for (const [method, path, allowed] of [
      ["DELETE", "/v1/games", "GET, HEAD, OPTIONS, POST"],
      ["POST", "/", "GET, HEAD, OPTIONS"],
      ["GET", "/v1/games/gm_x/actions", "OPTIONS, POST"],
      ["PUT", "/v1/players/pl_x", "GET, HEAD, OPTIONS"],
      ["POST", "/v1/games/gm_x/seats/9", "DELETE, OPTIONS, PUT"],
    ]) {
      const reply = await client.call(method, path);
      expectProblem(reply, 405, "method_not_allowed");
      expect(reply.headers.get("allow")).toBe(allowed);
    }
  });
});
