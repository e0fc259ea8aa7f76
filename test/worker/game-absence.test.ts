import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, expect, test, vi } from "vitest";
import type { ClockTerms, Newcomer } from "../../src/game/types.ts";
import { AMAL, BASIL, CARLA, codeOf, DINA, EMIL, granted, PLAYERS, seated, Table } from "../support/table.ts";

afterEach(() => {
  vi.useRealTimers();
});

const DAY = 24 * 3600 * 1000;
const BANK = { bankMs: 7 * DAY, incrementMs: 1000, capMs: 30 * DAY, strikes: null } as const;
const clockOf = (more: object): ClockTerms =>
  ({ vacation: false, onTimeout: "substitute", ...BANK, ...more }) as ClockTerms;

/** Lets the king's time run out; what the table's terms say has happened then. */
async function expired(terms: object, asked: object = {}): Promise<{ table: Table; king: 0 | 1 | 2 | 3 }> {
  const table = await Table.open({ clock: clockOf(terms), ...asked });
  const { deal, clock } = await table.view();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(clock!.deadlines[deal!.king]!) });
  await runDurableObjectAlarm(table.stub);
  return { table, king: deal!.king };
}

test("whoever a house bot plays for can pause nothing, and a table pauses with nobody's return", async () => {
  const { table, king } = await expired({ onTimeout: "houseBot" });
  const others = PLAYERS.slice(0, 4).filter((_, seat) => seat !== king);
  expect(codeOf(await table.game.pause(PLAYERS[king].id, Date.now() + DAY))).toBe("seat_substituted");
  expect(codeOf(await table.game.resume(PLAYERS[king].id))).toBe("seat_substituted");
  for (const { id } of others) granted(await table.game.pause(id, Date.now() + DAY));
  expect((await table.view()).clock!.pause).not.toBeNull();
  // He has not agreed to it.
  expect(granted(await table.game.join(PLAYERS[king], null, null)).game.clock!.pause).toBeNull();
  expect((await table.events()).slice(-2)).toMatchObject([
    { type: "seat_returned" },
    { type: "clock_resumed", cause: "returned" },
  ]);
});

test("a seat that its former player takes back has the bank that was left, anybody else a whole one", async () => {
  const { table, king } = await expired({});
  expect((await table.view()).seats[king].kind).toBe("open");
  expect(granted(await table.game.join(PLAYERS[king], null, null)).game.clock!.banksMs[king]).toBe(1000);
  const other = await expired({}, { newcomers: "anyone" });
  expect(granted(await other.table.game.join(EMIL, null, null)).game.clock!.banksMs[other.king]).toBe(7 * DAY);
});

test("what vacation puts off goes into no bank", async () => {
  const people = PLAYERS.slice(0, 4).map(({ name }) => ({ id: `pl_away${name}`, name, kind: "human" as const }));
  const { table, king } = await expired(
    { bankMs: 60_000, onTimeout: "autoPlay", vacation: true },
    { creator: people[0], seats: people.map(seated) },
  );
  expect((await table.events()).at(-1)).toMatchObject({ type: "clock_extended" });
  const { you } = granted(await table.game.view(people[king].id)).game;
  const { game } = granted(
    await table.game.act({ player: people[king].id, action: you!.legalActions[0].id, decision: null }),
  );
  expect(game.clock!.banksMs[king]).toBe(1000);
});

test("an app takes no second seat during a match, not even one that opens when its first user has left his", async () => {
  const app = { id: "ap_chat", name: "Chat", owner: "pl_owner" };
  const user = (n: number): Newcomer => ({ id: `pl_user${n}`, name: `User ${n}`, kind: "human", app });
  const { table, king } = await expired(
    {},
    { creator: AMAL, seats: [seated(BASIL), seated(CARLA), seated(user(0)), seated(DINA)] },
  );
  expect(king).toBe(2);
  expect(codeOf(await table.game.join(user(1), null, null))).toBe("app_seated");
  expect(codeOf(await table.game.join({ id: "pl_owner", name: "Owner", kind: "human" }, null, null))).toBe(
    "app_seated",
  );
  expect(codeOf(await table.game.join(user(0), null, null))).toBe("granted");
});

test("who comes and goes before the start leaves nothing behind", async () => {
  const table = await Table.open({ seats: [seated(AMAL), { open: true }, { open: true }, { open: true }] });
  const size = async () => JSON.stringify((await table.exec("SELECT state FROM snapshot"))[0].state).length;
  granted(await table.game.join(BASIL, null, null));
  granted(await table.game.leave(BASIL.id));
  const before = await size();
  for (let i = 0; i < 30; i++) {
    granted(await table.game.join(BASIL, null, null));
    granted(await table.game.leave(BASIL.id));
  }
  expect((await size()) - before).toBeLessThan(20);
});
