/** What a browser may do with a page of this server. */

import type { Exchange } from "../exchange/env.ts";

/** Everything comes from this server, nothing stands inside the page, and no script makes HTML of text. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

/** Sets the headers of a page. */
export function guard(c: Exchange): void {
  c.header("Content-Security-Policy", POLICY);
  c.header("Referrer-Policy", "no-referrer");
  c.header("Cross-Origin-Opener-Policy", "same-origin");
}
