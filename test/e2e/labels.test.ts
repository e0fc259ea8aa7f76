/** Labels in the reader's language: on actions, on rules, on problems. Codes and ids stay as they are. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTRACTS, OPTIONS, SUITS } from "../../src/engine/index.ts";
import { PROBLEMS, type ProblemCode } from "../../src/http/exchange/problem.ts";
import { Acted } from "../../src/http/schemas/action.ts";
import { GameView } from "../../src/http/schemas/game.ts";
import { ProblemDocument } from "../../src/http/schemas/problem.ts";
import { RulesCatalogue } from "../../src/http/schemas/rules.ts";
import { DETAILS } from "../../src/labels/details/index.ts";
import { chooseLanguage, LANGUAGES, label } from "../../src/labels/languages.ts";
import { untranslated } from "../../src/labels/meanings.ts";
import { CONTRACT_LABELS, SUIT_LABELS } from "../../src/labels/terms.ts";
import { TITLES } from "../../src/labels/titles.ts";
import { Client, expectProblem, type TestPlayer, WITH_BOTS } from "../support/http.ts";
import { startTestServer } from "../support/server.ts";

const RLM = "\u200f";
const ARABIC = /^\u200f.*[\u0600-\u06ff]/;

let client: Client;
let amal: TestPlayer;
beforeAll(async () => {
  client = new Client(await startTestServer());
  amal = await client.player("Amal");
});
afterAll(async () => {
  const failures = client.server.logs.filter(({ level }) => level === "error");
  await client.server.close();
  expect(failures).toEqual([]);
});

/** A call in a language. */
const call = (
  language: string | undefined,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  client.call(method, path, {
    token: amal.token,
    body,
    headers: { ...(language !== undefined && { "Accept-Language": language }), ...headers },
  });

const labelsOf = ({ you }: { you: { legalActions: { id: string; label: string }[] } }) =>
  Object.fromEntries(you.legalActions.map(({ id, label }) => [id, label]));

describe("nothing lacks a translation", () => {
  test("options, contracts, suits", () => {
    expect(untranslated()).toEqual([]);
    for (const labels of [...CONTRACTS.map((id) => CONTRACT_LABELS[id]), ...SUITS.map((id) => SUIT_LABELS[id])]) {
      for (const language of LANGUAGES) expect(labels[language]).toMatch(/\S/);
    }
  });

  test("the titles of all problems, each different from the others in its language", () => {
    const codes = Object.keys(PROBLEMS) as ProblemCode[];
    for (const language of LANGUAGES) {
      const titles = codes.map((code) => label(TITLES[code], language));
      for (const title of titles) expect(title).toMatch(language === "ar" ? ARABIC : /^[A-Z]\p{L}/u);
      expect(new Set(titles).size).toBe(codes.length);
    }
  });
});

test.each([
  [undefined, "en"],
  ["", "en"],
  ["de", "de"],
  ["de-AT,en;q=0.5", "de"],
  ["fr, nl;q=0.8, ar;q=0.9", "ar"],
  ["AR-jo", "ar"],
  ["fr", "en"],
  ["*", "en"],
  ["de;q=0, nl", "nl"],
  ["fr;q=1, *;q=0.5, nl;q=0.1", "en"],
  ["nonsense;;;,,q=", "en"],
  [`${"x,".repeat(5000)}de`, "en"],
])("Accept-Language %j gives %s", (header, language) => {
  expect(chooseLanguage(header)).toBe(language);
});

test("rules come with meanings, contracts and suits in each language, in its direction", async () => {
  const tags = new Set<string>();
  for (const language of LANGUAGES) {
    const reply = await call(`${language}-XX`, "GET", "/v1/rules");
    expect(RulesCatalogue.parse(reply.json)).toEqual(reply.json);
    expect(reply.headers.get("content-language")).toBe(language);
    expect(reply.headers.get("vary")).toBe("Authorization, Trix-Act-As, Accept-Language");
    expect(reply.json).toMatchObject({ language, direction: language === "ar" ? "rtl" : "ltr" });
    const texts = [
      ...reply.json.options.map(({ meaning }: { meaning: string }) => meaning),
      ...reply.json.contracts.map(({ label }: { label: string }) => label),
      ...reply.json.suits.map(({ label }: { label: string }) => label),
    ];
    for (const text of texts) expect(text.startsWith(RLM), text).toBe(language === "ar");
    tags.add(reply.headers.get("etag")!);
    expect(
      (await call(language, "GET", "/v1/rules", undefined, { "If-None-Match": reply.headers.get("etag")! })).status,
    ).toBe(304);
  }
  expect(tags.size).toBe(LANGUAGES.length);
  const english = (await call(undefined, "GET", "/v1/rules")).json;
  expect(english.options.map(({ meaning }: { meaning: string }) => meaning)).toEqual(
    OPTIONS.map(({ meaning }) => meaning),
  );
  expect(
    english.contracts.map(({ id, letter, label }: { id: string; letter: string; label: string }) => [
      id,
      letter,
      label,
    ]),
  ).toEqual([
    ["king_of_hearts", "k", "King of Hearts"],
    ["queens", "q", "Queens"],
    ["diamonds", "d", "Diamonds"],
    ["tricks", "t", "Tricks"],
    ["trix", "x", "Trix"],
  ]);
  expect((await call("de", "GET", "/v1/rules")).json.suits.map(({ label }: { label: string }) => label)).toEqual([
    "Pik",
    "Herz",
    "Karo",
    "Kreuz",
  ]);
});

test("legal actions carry labels in views, in answers to actions and in problems, one tag a language", async () => {
  const made = await call("de", "POST", "/v1/games", {
    seats: WITH_BOTS,
    rules: { kingdoms: 1, mode: "combination" },
    seed: "labels",
  });
  expect(GameView.parse(made.json)).toEqual(made.json);
  const path = `/v1/games/${made.json.id}`;
  let view = made.json;
  const seen = new Map<string, string>();
  for (let turn = 0; view.status === "playing"; turn++) {
    const language = LANGUAGES[turn % 4];
    const { id } = view.you.legalActions.at(turn % 3 === 0 ? -1 : 0);
    const acted = await call(language, "POST", `${path}/actions`, { action: id, decision: view.you.decision.id });
    expect(acted.status, acted.text).toBe(200);
    expect(Acted.parse(acted.json)).toEqual(acted.json);
    view = acted.json.game;
    expect(acted.headers.get("content-language")).toBe(language);
    for (const [action, label] of Object.entries(labelsOf(view))) {
      expect(label.startsWith(RLM)).toBe(language === "ar");
      // One label for an action in a language, and one action for a label.
      expect(seen.get(`${language} ${label}`) ?? action).toBe(action);
      seen.set(`${language} ${label}`, action);
    }
    if (turn !== 4) continue;
    const views = await Promise.all(LANGUAGES.map((each) => call(each, "GET", path)));
    expect(new Set(views.map(({ headers }) => headers.get("etag"))).size).toBe(4);
    const plain = views.map(({ json }) => ({
      ...json,
      you: {
        ...json.you,
        legalActions: json.you.legalActions.map(({ label: _, ...action }: { label: string }) => action),
      },
    }));
    for (const each of plain) expect(each).toEqual(plain[0]);
    expect((await call("nl", "GET", path, undefined, { "If-None-Match": views[3].headers.get("etag")! })).status).toBe(
      304,
    );
    expect((await call("ar", "GET", path, undefined, { "If-None-Match": views[3].headers.get("etag")! })).status).toBe(
      200,
    );
    const refused = await call("nl", "POST", `${path}/actions`, { action: "c:kq", decision: "1" });
    expect(ProblemDocument.parse(refused.json)).toEqual(refused.json);
    expect(labelsOf(refused.json.game)).toEqual(labelsOf(views[3].json));
    expect(refused.headers.get("content-language")).toBe("nl");
  }
  const labels = new Map([...seen].map(([label, action]) => [label, action]));
  expect([...labels.keys()].filter((key) => key.startsWith("en ")).length).toBeGreaterThan(20);
  expect(
    [...labels]
      .filter(([key, action]) => key.startsWith("de ") && action.startsWith("p:"))
      .every(([key]) => /^de (Pik|Herz|Karo|Kreuz) (Ass|König|Dame|Bube|\d+) \((10|.)[♠♥♦♣]\)$/.test(key)),
  ).toBe(true);
});

test("where nothing is labelled, nothing depends on the language", async () => {
  const { id } = await client.game(amal, { seats: WITH_BOTS, rules: { kingdoms: 1 } });
  const open = await client.call("GET", `/v1/games/${id}`, { headers: { "Accept-Language": "ar" } });
  expect([open.headers.get("content-language"), open.headers.get("vary")]).toEqual([
    null,
    "Authorization, Trix-Act-As",
  ]);
  expect(open.headers.get("etag")).toBe((await client.call("GET", `/v1/games/${id}`)).headers.get("etag"));
  expect((await call("ar", "GET", `/v1/games/${id}/record`)).headers.get("vary")).toBe(
    "Authorization, Trix-Act-As, Accept",
  );
});

test("a problem has its title in the reader's language; type, code and the detail of a program's fault stay", async () => {
  const [english, arabic] = [await call(undefined, "GET", "/v1/nothing"), await call("ar", "GET", "/v1/nothing")];
  expect(arabic.headers.get("content-language")).toBe("ar");
  expect(arabic.headers.get("vary")).toBe("Authorization, Trix-Act-As, Accept-Language");
  expect(arabic.json.title).toBe(label(TITLES.not_found, "ar"));
  expect(arabic.json.title).toMatch(ARABIC);
  for (const key of ["type", "code", "detail", "status"]) expect(arabic.json[key]).toEqual(english.json[key]);
  expect(english.json.title).toBe("Not found");
});

test("what play can meet is told in the reader's language, figures and scopes included", async () => {
  const { id } = await client.game(amal, { seats: WITH_BOTS, rules: { kingdoms: 1 } });
  const stale = await call("ar-JO", "POST", `/v1/games/${id}/actions`, { action: "c:q", decision: "1" });
  expectProblem(stale, 409, "stale_decision");
  expect(stale.headers.get("content-language")).toBe("ar");
  expect(stale.json.detail).toBe(`${RLM}${DETAILS.stale_decision.ar}`);
  expect((await call("nl", "POST", `/v1/games/${id}/rematch`)).json.detail).toBe(DETAILS.game_not_finished.nl);
  const { json: reader } = await call(undefined, "POST", "/v1/me/tokens", { name: "reader", scopes: ["games:read"] });
  const refused = await client.call("POST", `/v1/games/${id}/actions`, {
    token: reader.token,
    body: { action: "c:q" },
    headers: { "Accept-Language": "de" },
  });
  expect([refused.status, refused.json.detail]).toEqual([
    403,
    "Dieses Token hat die Berechtigungen `games:read`. Hier ist `games:play` nötig.",
  ]);
});
