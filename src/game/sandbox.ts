/**
 * Games to try things out in: a clock that its creator can advance, and faults that he can switch on. A time of its own
 * is the real one and an offset; all that is due on the clock goes by it, all that waits for others by the real one.
 */

import { draw, NO_VACATION, type Vacation } from "../player/vacation.ts";
import type { Faults } from "./types.ts";

/** What a sandbox game keeps beside its log. */
export interface Sandbox {
  /** Milliseconds that its time is ahead of the real one. */
  offset: number;
  faults: Faults;
  /** By player: the days that were drawn here; nobody's own are touched. */
  vacations: Record<string, Vacation>;
}

export const NO_FAULTS: Faults = { dropAnswers: 0, repeatDeliveries: 0, delayDeliveriesMs: 0, closeStreams: 0 };

export const newSandbox = (): Sandbox => ({ offset: 0, faults: NO_FAULTS, vacations: {} });

/** Draws on a player's vacation for a `deadline` in the sandbox's own time. */
export function drawHere(
  sandbox: Sandbox,
  player: string,
  deadline: number,
): { sandbox: Sandbox; until: number | null } {
  const { vacation, until } = draw(sandbox.vacations[player] ?? NO_VACATION, deadline);
  return { sandbox: { ...sandbox, vacations: { ...sandbox.vacations, [player]: vacation } }, until };
}

/** Takes one of a fault that is counted, if any is left; `null` where none is. */
export function takeFault(
  sandbox: Sandbox,
  fault: "dropAnswers" | "repeatDeliveries" | "closeStreams",
): Sandbox | null {
  const left = sandbox.faults[fault];
  return left === 0 ? null : { ...sandbox, faults: { ...sandbox.faults, [fault]: left - 1 } };
}
