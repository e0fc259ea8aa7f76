/** The soak of the server: whole matches, races, crashes, an outage of D1 and many slow games, over real HTTP against the built Worker. */

export { type CrashTally, checkCrashes } from "./crashes.ts";
export { type CronTally, checkCron } from "./cron.ts";
export { checkMatches, type MatchesTally } from "./matches.ts";
export { checkOutage, type OutageTally } from "./outage.ts";
export { checkRaces, type RacesTally } from "./races.ts";
