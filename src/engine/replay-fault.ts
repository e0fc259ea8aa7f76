/** Why a record is not one of a match, and where. */

import type { Refusal } from "./legal.ts";
import { labelOf, type RecordedDeal } from "./record.ts";

/** Where and why a record fails. `deal` is a label as in the text notation: `3`, `T1` for a tie-break; `pointer` a JSON pointer into the record. */
export interface ReplayFault {
  deal: string | null;
  /** From 1, where cards were being played. */
  trick: number | null;
  pointer: string;
  code: Refusal | "bad_hands" | "hidden_hand" | "does_not_match" | "incomplete" | "too_many_deals";
  message: string;
}

/** Thrown where a record fails; whoever checks it catches it. */
export class Unsound extends Error {
  readonly fault: ReplayFault;
  constructor(fault: ReplayFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Ends the check for what the record says of itself beside its deals. */
export function fail(pointer: string, code: ReplayFault["code"], message: string): never {
  throw new Unsound({ deal: null, trick: null, pointer, code, message });
}

/** Ends the check for something in the deal at `index`; `within` is a pointer into that deal. */
export function failIn(
  deal: RecordedDeal,
  index: number,
  within: string,
  code: ReplayFault["code"],
  message: string,
  trick: number | null = null,
): never {
  const label = labelOf(deal);
  const place = trick === null ? `Deal ${label}` : `Deal ${label}, trick ${trick}`;
  throw new Unsound({
    deal: label,
    trick,
    pointer: `/deals/${index}${within}`,
    code,
    message: `${place}: ${message}`,
  });
}
