/** Signatures by Standard Webhooks 1.0: HMAC-SHA256 over id, timestamp and body, under a secret that the endpoint shares. */

import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** How long the secret before the newest one signs beside it, in milliseconds. */
export const OVERLAP_MS = 24 * 3600 * 1000;

/** A secret as its owner gets it: `whsec_` and base64. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/** The signature of one secret. `timestamp` in seconds since 1970. */
export const sign = (secret: string, id: string, timestamp: number, body: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.slice(PREFIX.length), "base64"))
    .update(`${id}.${timestamp}.${body}`)
    .digest("base64")}`;

/** The secrets of a webhook: `old` signs as well until `oldUntil` (milliseconds since 1970). */
export interface Secrets {
  secret: string;
  old: string | null;
  oldUntil: number | null;
}

/** The secrets after a change at `now`; only the newest of the old ones is kept. */
export const rotated = ({ secret }: Secrets, fresh: string, now: number): Secrets => ({
  secret: fresh,
  old: secret,
  oldUntil: now + OVERLAP_MS,
});

/** Until when the old secret signs, as seen at `now`. */
export const overlapAt = ({ old, oldUntil }: Secrets, now: number): number | null =>
  old !== null && oldUntil !== null && now < oldUntil ? oldUntil : null;

/** The three headers of a delivery that leaves at `now`, signed by every secret that is good then. */
export function signatureHeaders(secrets: Secrets, id: string, body: string, now: number): Record<string, string> {
  const timestamp = Math.floor(now / 1000);
  const good = overlapAt(secrets, now) === null ? [secrets.secret] : [secrets.secret, secrets.old!];
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": good.map((secret) => sign(secret, id, timestamp, body)).join(" "),
  };
}
