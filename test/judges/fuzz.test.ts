import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "../contract/judge.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { Fuzz, type Tally } from "./fuzz/run.ts";

/** Requests in all; more by the environment variable FUZZ. */
const COUNT = Number(process.env.FUZZ ?? 2000);
/** Names the run: another one sends other requests. */
const SEED = process.env.FUZZ_SEED ?? "trix";
const SHARE = Math.ceil(COUNT / operations.length);

let server: TestServer;
let receiver: Receiver;
let tallies: Map<string, Tally>;

beforeAll(async () => {
  server = await startTestServer({ vars: { WEBHOOKS_PRIVATE: "1" } });
  receiver = await startReceiver();
  tallies = await (await Fuzz.of(server.url, SEED, receiver.url)).each(operations, SHARE);
}, 3_600_000);
afterAll(async () => {
  const statuses = new Map<number, number>();
  for (const [id, tally] of tallies) {
    for (const [status, count] of tally.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
    if (!process.env.FUZZ_VERBOSE) continue;
    console.log(`${id}: ${told(tally.statuses)}`);
    for (const [code, example] of tally.refused) console.log(`refused though described, ${code}: ${example}`);
  }
  console.log(
    `fuzz: ${[...statuses.values()].reduce((sum, count) => sum + count, 0)} requests; answers by status: ${told(statuses)}`,
  );
  await receiver.close();
  await server.close();
});

const told = (statuses: Map<number, number>): string =>
  [...statuses]
    .sort()
    .map(([status, count]) => `${status} x ${count}`)
    .join(", ");

test.each(operations)(`$id answers ${SHARE} requests, good and bad, as it is described`, ({ id }) => {
  const { statuses, faults } = tallies.get(id)!;
  expect(faults.slice(0, 5), `${faults.length} faults`).toEqual([]);
  // A fuzz whose requests are all refused at the door would show nothing.
  // An upgrade to a socket is nothing that `fetch` can ask for.
  if (id !== "openSocket")
    expect(
      [...statuses.keys()].some((status) => status < 300 && status !== 204),
      "some request succeeds",
    ).toBe(true);
  expect(
    [...statuses.keys()].some((status) => status >= 400),
    "some request is refused",
  ).toBe(true);
});
