/** `npm run openapi`: writes openapi/openapi.json, the published API description, from the routes. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { app } from "../src/http/app.ts";
import { describe } from "../src/http/pages/spec.ts";
import { ROOT } from "./bundle.ts";

/** Where the description is stored. */
export const OPENAPI_FILE = join(ROOT, "openapi/openapi.json");

/** The text of the file for this code. */
export const openapiText = (): string => `${JSON.stringify(describe(app), null, 2)}\n`;

if (import.meta.main) {
  await mkdir(join(ROOT, "openapi"), { recursive: true });
  await writeFile(OPENAPI_FILE, openapiText());
  console.log(OPENAPI_FILE);
}
