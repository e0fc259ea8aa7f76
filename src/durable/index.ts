/** What every Durable Object of this server stands on. */

export { Alarm, earliest } from "./alarm.ts";
export { Database, type Memory } from "./database.ts";
export { NOTHING_SENT, Outbox, type Progress, type ProgressStore, type Target } from "./outbox.ts";
export { callsOf } from "./stubs.ts";
export { backoff, isAhead, jittered, Late, within } from "./timing.ts";
