/**
 * The details of problems that a person can be shown, in every language: what is wrong, then what to do. The one of a code has
 * its name; others give one of several reasons for a code.
 */

import { CARD_DETAILS } from "./cards.ts";
import { DECISION_DETAILS } from "./decisions.ts";
import { LIMIT_DETAILS } from "./limits.ts";
import { SEAT_DETAILS } from "./seats.ts";
import { SERVER_DETAILS } from "./server.ts";
import { TOKEN_DETAILS } from "./tokens.ts";

export const DETAILS = {
  ...CARD_DETAILS,
  ...DECISION_DETAILS,
  ...SEAT_DETAILS,
  ...LIMIT_DETAILS,
  ...SERVER_DETAILS,
  ...TOKEN_DETAILS,
} as const;
