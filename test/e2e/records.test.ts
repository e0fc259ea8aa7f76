/** Records over HTTP: as text, as one seat knew the match at a moment, and checked when they are sent back. */

import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MatchRecord, makeNotation, parseNotation } from "../../src/engine/index.ts";
import { RecordVerdict } from "../../src/http/schemas/record-check.ts";
import { randomFrom } from "../support/random.ts";
import { startTestServer, type TestServer } from "../support/server.ts";

let server: TestServer;
let token: string, game: string, version: number;

const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/v1/games/${game}${path}`, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
const post = async (path: string, body: object) =>
  (
    await fetch(`${server.url}${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        "Content-Type": "application/json",
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
    })
  ).json();

/** One person and three bots play to the middle of the third deal. */
beforeAll(async () => {
  server = await startTestServer();
  token = ((await post("/v1/players", { name: "Amal", kind: "human" })) as { token: string }).token;
  type View = {
    id: string;
    version: number;
    deals: unknown[];
    you: { decision: { id: string } | null; legalActions: { id: string }[] };
  };
  let view = (await post("/v1/games", {
    seats: [{ player: "me" }, { bot: "steady" }, { bot: "random" }, { bot: "steady" }],
  })) as View;
  game = view.id;
  for (let actions = 0; view.deals.length < 2 && actions < 200; ) {
    if (view.you.decision === null)
      view = JSON.parse((await get("", { Authorization: `Bearer ${token}` })).text) as View;
    else {
      view = (
        (await post(`/v1/games/${game}/actions`, {
          action: view.you.legalActions[0].id,
          decision: view.you.decision.id,
        })) as { game: View }
      ).game;
      actions++;
    }
  }
  version = view.version;
});
afterAll(async () => {
  const failures = server.logs.filter(({ level }) => level === "error");
  await server.close();
  expect(failures).toEqual([]);
});

it("comes as text by Accept, which reads back as the very JSON record", async () => {
  const json = await get("/record"),
    text = await get("/record", { Accept: "text/plain" });
  expect(text.headers.get("content-type")).toMatch(/^text\/plain/i);
  expect(text.headers.get("vary")).toContain("Accept");
  expect(text.headers.get("etag")).not.toBe(json.headers.get("etag"));
  const parsed = parseNotation(text.text);
  expect(parsed.ok && parsed.record).toEqual(JSON.parse(json.text));
  const again = await get("/record", { Accept: "text/plain", "If-None-Match": text.headers.get("etag")! });
  expect(again.status).toBe(304);
  expect((await get("/record", { Accept: "image/png" })).status).toBe(406);
});

it("a seat's replay of a finished deal holds that seat's hand and no other, at every event", async () => {
  const events = (JSON.parse((await get("/events?limit=1000")).text) as { data: { seq: number; type: string }[] }).data;
  const scored = events.find((event) => event.type === "deal_scored")!.seq;
  const started = events.find((event) => event.type === "deal_started")!.seq;
  for (const as of [0, 1, 2, 3]) {
    for (let at = started; at < scored; at += 7) {
      const record = JSON.parse((await get(`/record?as=${as}&at=${at}`)).text) as MatchRecord;
      expect(record.deals).toHaveLength(1);
      expect(record.deals[0].hands.map((hand) => hand !== null)).toEqual([0, 1, 2, 3].map((seat) => seat === as));
      expect(record.deals[0].points).toEqual([]);
      const text = (await get(`/record?as=${as}&at=${at}`, { Accept: "text/plain" })).text;
      expect(text.split("?").length - 1).toBe(3);
    }
    const whole = JSON.parse((await get(`/record?as=${as}&at=${scored}`)).text) as MatchRecord;
    expect(whole.deals[0].hands.every((hand) => hand?.length === 13)).toBe(true);
  }
});

it("nobody's knowledge of a deal in play can be asked for, not even one's own", async () => {
  const refused = await get(`/record?as=0&at=${version}`, { Authorization: `Bearer ${token}` });
  expect(refused.status).toBe(409);
  expect(JSON.parse(refused.text)).toMatchObject({ code: "deal_not_finished" });
  const newest = JSON.parse((await get("/record?as=2")).text) as MatchRecord;
  expect(newest.deals.every((deal) => deal.points.length === 4)).toBe(true);
  expect((await get("/record?as=4")).status).toBe(400);
});

describe("checking", () => {
  const check = async (body: string | object, type = typeof body === "string" ? "text/plain" : "application/json") => {
    const response = await fetch(`${server.url}/v1/records/check`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "Content-Type": type },
    });
    const json = (await response.json()) as any;
    if (response.status === 200) expect(RecordVerdict.parse(json)).toEqual(json);
    return { status: response.status, json };
  };
  const faultIn = async (body: string | object) => {
    const { status, json } = await check(body);
    expect([status, json.verdict]).toEqual([200, "invalid"]);
    return json.fault;
  };
  let record: MatchRecord, text: string;
  /** A match of four bots, once it is over. */
  const finished = async (rules: object, seed: string) => {
    const made = (await post("/v1/games", {
      rules,
      seed,
      seats: ["random", "steady", "random", "random"].map((bot) => ({ bot })),
    })) as { id: string };
    const path = `${server.url}/v1/games/${made.id}/record`;
    for (; ; await setTimeout(50)) {
      const record = (await (await fetch(path)).json()) as MatchRecord;
      if (record.status === "finished")
        return { record, text: await (await fetch(path, { headers: { Accept: "text/plain" } })).text() };
    }
  };
  beforeAll(async () => {
    ({ record, text } = await finished({ kingdoms: 1, doubling: { enabled: true } }, "checked"));
  });

  it.each<[string, object]>([
    ["trex", { preset: "trex", kingdoms: 1, mode: "complex" }],
    ["pagat", { preset: "pagat", kingdoms: 1 }],
    ["levant", { preset: "levant_app", layoutPass: "explicit" }],
    ["jordan", { preset: "jordan", partnership: "opposite", mode: "combination" }],
    ["practice", { mode: "practice", practice: { contracts: ["trix", "queens"], deals: 3 } }],
    ["revokes", { kingdoms: 1, revoke: "penalize", tiebreak: "king_of_hearts_deal" }],
  ])("a finished match comes back whole from either form (%s)", async (seed, rules) => {
    const match = await finished(rules, seed);
    const expected = {
      verdict: "valid",
      deals: match.record.deals.length,
      finished: true,
      scores: match.record.scores,
      record: match.record,
      text: match.text,
    };
    for (const sent of [match.record, match.text]) expect((await check(sent)).json).toEqual(expected);
  });

  it("a running match is valid as far as it goes, in either form, and an aborted one, and one without deals", async () => {
    const running = JSON.parse((await get("/record")).text) as MatchRecord;
    const lines = (await get("/record", { Accept: "text/plain" })).text;
    for (const sent of [running, lines])
      expect((await check(sent)).json).toMatchObject({
        verdict: "valid",
        finished: false,
        deals: running.deals.length,
        record: running,
        text: lines,
      });
    for (const status of ["aborted", "waiting", "playing"] as const) {
      const none = { ...running, deals: [], scores: [0, 0, 0, 0], status };
      expect((await check(none)).json).toMatchObject({ verdict: "valid", deals: 0, record: none });
    }
  });

  it("text is read leniently and comes back canonical", async () => {
    const loose = `\ufeff; a comment\r\n${text
      .replaceAll(" | ", "  {note} ")
      .replaceAll("\n", "\r\n")
      .replace(/\bT([SHDC])\b/g, "10$1")}`;
    expect((await check(loose, "Text/Plain; charset=UTF-8")).json).toMatchObject({ verdict: "valid", text, record });
  });

  it("one swapped card, one wrong point, one illegal play are refused with their deal and trick", async () => {
    const change = (edit: (deals: any[]) => void) => {
      const copy = structuredClone(record);
      edit(copy.deals);
      return copy;
    };
    const n = record.deals.findIndex(({ contracts }) => !contracts.includes("trix"));
    const label = String(record.deals[n].number);
    const swapped = change((deals) => {
      const { hands } = deals[n];
      [hands[0][0], hands[1][0]] = [hands[1][0], hands[0][0]];
    });
    expect(await faultIn(swapped)).toMatchObject({ deal: label, code: expect.stringMatching(/./) });
    const points = change((deals) => {
      deals[n].points[0] += 5;
      deals[n].points[1] -= 5;
    });
    expect(await faultIn(points)).toMatchObject({ deal: label, code: "does_not_match" });
    const illegal = change((deals) => {
      const { plays } = deals[n];
      [plays[9].card, plays[25].card] = [plays[25].card, plays[9].card];
    });
    expect(await faultIn(illegal)).toMatchObject({
      deal: label,
      trick: 3,
      line: null,
      pointer: `/deals/${n}/plays/9`,
    });
    const doubled = change((deals) => {
      deals[n].hands[2][0] = deals[n].hands[3][0];
    });
    expect(await faultIn(doubled)).toMatchObject({ deal: label, code: "bad_hands" });
    for (const edited of [
      { ...record, scores: record.scores.toReversed().map((score, i) => score + i) },
      { ...record, result: null },
      { ...record, status: "playing" },
      { ...record, firstDealer: 2 },
    ]) {
      expect((await faultIn(edited)).code).toBe("does_not_match");
    }
    expect(
      await faultIn(
        change((deals) => {
          deals[n].plays.pop();
        }),
      ),
    ).toMatchObject({ deal: label, code: "incomplete" });
    expect(await faultIn({ ...record, deals: [...record.deals, record.deals[0]] })).toMatchObject({
      code: "too_many_deals",
    });
    const inText = text.replace(/= (-?\d+)/, (_, first) => `= ${Number(first) + 5}`);
    expect(await faultIn(inText)).toMatchObject({
      deal: "1",
      code: "does_not_match",
      line: text.split("\n").findIndex((line) => line.startsWith("  = ")) + 1,
      pointer: null,
    });
    expect(await faultIn(text.replace("[Rules", "[[Rules"))).toMatchObject({ code: "syntax", line: 2 });
    expect(await faultIn("")).toMatchObject({ code: "syntax", line: 1 });
    expect((await faultIn(text.replace("kingdoms=1", "kingdoms=9"))).code).toBe("bad_rules");
  });

  it("what a seat's replay hides or leaves open is refused by name, in either form", async () => {
    const events = (JSON.parse((await get("/events?limit=1000")).text) as { data: { seq: number; type: string }[] })
      .data;
    const scored = events.find((event) => event.type === "deal_scored")!.seq;
    const query = `/record?as=1&at=${scored - 1}`;
    const replay = JSON.parse((await get(query)).text) as MatchRecord;
    for (const sent of [replay, (await get(query, { Accept: "text/plain" })).text])
      expect(await faultIn(sent)).toMatchObject({ deal: "1", code: "hidden_hand" });
    const whole = JSON.parse((await get("/record")).text) as MatchRecord;
    const open = { ...replay, deals: [{ ...replay.deals[0], hands: whole.deals[0].hands }] };
    for (const sent of [
      open,
      (await get(query, { Accept: "text/plain" })).text.replace(
        /^1\. .*$/m,
        (line) => `${line.split(" ").slice(0, 3).join(" ")} ${lineOf(whole)}`,
      ),
    ]) {
      expect(await faultIn(sent)).toMatchObject({ deal: "1", code: "incomplete" });
    }
  });

  it("what is no record at all is a fault of the request, by pointer", async () => {
    const faults = async (body: object) => {
      const { status, json } = await check(body);
      expect(status).toBe(400);
      return json.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
    };
    expect(await faults({})).toContain("/format required");
    expect(await faults({ ...record, extra: 1 })).toEqual(["/extra unknown_field"]);
    expect(await faults({ ...record, rules: { preset: "trix", kingdoms: 9, doubling: { order: "x" } } })).toEqual([
      "/rules/kingdoms out_of_range",
      "/rules/doubling/order out_of_range",
    ]);
    expect(await faults({ ...record, rules: undefined })).toEqual(["/rules required"]);
    expect(await faults({ ...record, seats: [{ name: "a\n", kind: "bot" }, ...record.seats.slice(1)] })).toEqual([
      "/seats/0/name wrong_format",
    ]);
    expect(
      await faults({ ...record, deals: Array.from({ length: 111 }, () => ({ ...record.deals[0], plays: [] })) }),
    ).toEqual(["/deals out_of_range"]);
    expect(await faults({ ...record, deals: [{ ...record.deals[0], plays: [{ seat: 0 }] }] })).toEqual([
      "/deals/0/plays/0 one_of",
    ]);
    expect((await check("<record/>", "application/xml")).json).toMatchObject({
      status: 415,
      detail: expect.stringContaining("text/plain"),
    });
    expect((await check("{", "application/json")).json.code).toBe("malformed_json");
    expect((await check(" ".repeat(1024 * 1024 + 1))).json).toMatchObject({
      status: 413,
      detail: expect.stringContaining("1048576"),
    });
    expect((await check(" ".repeat(1024 * 1024))).json).toMatchObject({ verdict: "invalid" });
  });

  it("records with one random change are answered, never failed at", async () => {
    const random = randomFrom("mutated records");
    const values = [null, 0, -1, 3, 52, "", "KH", "2C", [], {}, true, ["KH"], { seat: 0, pass: true }];
    let valid = 0;
    for (let i = 0; i < 250; i++) {
      const copy = structuredClone(record) as any;
      let at = copy;
      for (let depth = 0; ; depth++) {
        const key = random.pick(Object.keys(at));
        if (
          typeof at[key] !== "object" ||
          at[key] === null ||
          Object.keys(at[key]).length === 0 ||
          (depth > 1 && random.chance(0.15))
        ) {
          at[key] = random.pick(values);
          break;
        }
        at = at[key];
      }
      const { status, json } = await check(copy);
      expect([200, 400], JSON.stringify(json)).toContain(status);
      if (json.verdict === "valid") valid++;
    }
    expect(valid).toBeLessThan(100);
  });
});

/** The four hands of a record's first deal, as its text has them. */
const lineOf = (record: MatchRecord): string => makeNotation(record).match(/^1\. \d \S+ (.*)$/m)![1];
