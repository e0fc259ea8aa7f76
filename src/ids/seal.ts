/** HMAC-SHA256 under the Worker's secret: what makes tokens and ids verify themselves without storage. */

import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

/** The part of the Worker's environment that holds its secret. */
export interface Secret {
  TOKEN_SECRET: string;
}

let current: { secret: string; key: KeyObject } | undefined;

/** Made once an isolate: the secret is the same for every request. */
function keyOf(env: Secret): KeyObject {
  const secret = env.TOKEN_SECRET;
  if (current === undefined || current.secret !== secret) {
    if (typeof secret !== "string" || secret === "") {
      throw new Error(
        "TOKEN_SECRET is not set: no token or id can be made or checked. Set it with `wrangler secret put TOKEN_SECRET`.",
      );
    }
    current = { secret, key: createSecretKey(Buffer.from(secret, "utf8")) };
  }
  return current.key;
}

/** 32 bytes. `label` keeps the uses of the secret apart: a seal made for one never passes for another. */
export const seal = (env: Secret, label: string, ...parts: (Uint8Array | string)[]): Uint8Array => {
  const mac = createHmac("sha256", keyOf(env)).update(`${label}\0`);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** Whether `given` equals the start of the seal over `parts`; takes as long for any wrong value. */
export const sealed = (env: Secret, given: Uint8Array, label: string, ...parts: (Uint8Array | string)[]): boolean =>
  timingSafeEqual(given, seal(env, label, ...parts).subarray(0, given.length));
