/** The soak of the server: whole matches, races, crashes and an outage of D1, over real HTTP against the built Worker. */

export { checkCrashes, type CrashTally } from "./crashes.ts";
export { checkMatches, type MatchesTally } from "./matches.ts";
export { checkOutage, type OutageTally } from "./outage.ts";
export { checkRaces, type RacesTally } from "./races.ts";
