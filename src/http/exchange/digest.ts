/** Fingerprints of JSON values. */

import { createHash } from "node:crypto";

/** SHA-256 in hexadecimal over the value's canonical JSON: two values have the same one exactly when they mean the same. */
export const digest = (value: unknown): string => createHash("sha256").update(canonical(value)).digest("hex");

/** JSON with the fields of every object in order of name, and none that is undefined. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
