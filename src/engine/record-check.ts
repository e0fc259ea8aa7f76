/** Checking a record: what it says of its match beside the deals, and the deals played again. Throws `Unsound` with the first fault. */

import { isFinished, type MatchRecord } from "./record.ts";
import { type Replayed, replay } from "./replay.ts";
import { fail, failIn, type ReplayFault, Unsound } from "./replay-fault.ts";

type Whole = Replayed & { ok: true };

/** Plays the finished deals of a record again, which may be one seat's replay: its last deal may be in play. */
export function checkPlayed(record: MatchRecord): Whole {
  const { rules, firstDealer, deals, status } = record;
  const last = deals.at(-1);
  const finished = last === undefined || isFinished(last) ? deals : deals.slice(0, -1);
  if (rules.dealer === "king" && firstDealer !== null)
    fail("/firstDealer", "does_not_match", "There is a first dealer only if the dealer rotates.");
  if (rules.dealer === "rotates" && firstDealer === null && deals.length > 0)
    fail("/firstDealer", "does_not_match", "The dealer rotates, so a record with deals must name the first dealer.");
  if (status === "waiting" && deals.length > 0)
    fail("/status", "does_not_match", "A match that has not begun has no deals.");
  const replayed = replay({ ...record, deals: finished });
  if (replayed.finished && (status === "aborted" || status === "waiting"))
    fail("/status", "does_not_match", `The deals end the match, but its status is \`${status}\`.`);
  checkForfeits(record, finished.length + (replayed.finished ? 0 : 1));
  return replayed;
}

/** A seat gives a match up once, in a deal that there was or that is in play; `most` is the last of them. */
function checkForfeits({ forfeits = [], status }: MatchRecord, most: number): void {
  forfeits.forEach(({ seat, deal }, i) => {
    const doubt = (message: string) => fail(`/forfeits/${i}`, "does_not_match", message);
    if (status === "waiting") doubt("Nobody can forfeit a match that has not begun.");
    if (deal > most) doubt(`Seat ${seat} can't have forfeited in deal ${deal}, which the match did not reach.`);
    if (forfeits.some((each, n) => n < i && each.seat === seat)) doubt(`Seat ${seat} can forfeit only once.`);
    if (i > 0 && forfeits[i - 1].deal > deal) doubt("Forfeits must be in the order of their deals.");
  });
}

/** Refuses what only a seat's replay may have: a hidden hand, a deal in play. */
export function checkShown({ deals }: MatchRecord): void {
  deals.forEach((deal, index) => {
    [...deal.redeals, deal].forEach(({ hands }, n) => {
      if (!hands.includes(null)) return;
      const within = n < deal.redeals.length ? `/redeals/${n}/hands` : "/hands";
      failIn(deal, index, within, "hidden_hand", "a hand is hidden. Only a complete record can be checked.");
    });
    if (!isFinished(deal)) failIn(deal, index, "/points", "incomplete", "it stops before it is over.");
  });
}

/** Compares status and result with what the deals have come to. */
export function checkEnd({ status, result }: MatchRecord, { finished }: Whole): void {
  if (finished && result === null)
    fail("/result", "does_not_match", "The deals end the match, but the record has no result.");
  if (finished !== (status === "finished"))
    fail(
      "/status",
      "does_not_match",
      `The deals ${finished ? "end" : "do not end"} the match, but its status is \`${status}\`.`,
    );
}

/** What is wrong with a record that must be whole, or `null`. */
export function recordFault(record: MatchRecord): ReplayFault | null {
  try {
    checkShown(record);
    checkEnd(record, checkPlayed(record));
    return null;
  } catch (error) {
    if (error instanceof Unsound) return error.fault;
    throw error;
  }
}
