/** Why a text is not read as a record, and how the readers of its parts say so. */

import type { ReplayFault } from "./replay-fault.ts";

/** Where and why a text is refused; `line` from 1, where one line is to blame. */
export type NotationFault = Omit<ReplayFault, "code"> & {
  line: number | null;
  code: ReplayFault["code"] | "syntax" | "bad_rules";
};

/** Thrown while a text is read; `parseNotation` catches it. */
export class Refused extends Error {
  readonly fault: NotationFault;
  constructor(fault: NotationFault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Refuses a text for its form. `deal` is a label as in the text: `3`, `T1`. */
export function refuse(message: string, line: number | null, deal: string | null = null): never {
  throw new Refused({ deal, trick: null, pointer: "", line, code: "syntax", message });
}
