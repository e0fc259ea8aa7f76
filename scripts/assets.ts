/**
 * Puts together the static files that are deployed beside the Worker: the pages that are made of the description and the changelog,
 * what src/web/ has for all pages, and what openapi/ and examples/ have for reading. `wrangler` runs this before it bundles, by
 * [build] in wrangler.toml.
 */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { changelogFeed, changelogPage } from "./changelog.ts";
import { type Description, referencePage } from "./reference.ts";

const ROOT = resolve(import.meta.dirname, "..");

/** The folder that [assets] in wrangler.toml names. */
export const ASSETS_DIR = join(ROOT, "dist/assets");

/** Where each file comes from, by the path at which it is served, and what is made of it. */
const FILES: Readonly<Record<string, { source: string; make?: (text: string) => string }>> = {
  "docs/reference.html": {
    source: "openapi/openapi.json",
    make: (text) => referencePage(JSON.parse(text) as Description),
  },
  "docs/assets/pages.js": { source: "src/web/pages.js" },
  "docs/assets/pages.css": { source: "src/web/pages.css" },
  "docs/assets/icon.svg": { source: "src/web/icon.svg" },
  "docs/verify.mjs": { source: "examples/verify.js" },
  "docs/verify.py": { source: "examples/verify.py" },
  "docs/cron.py": { source: "examples/cron.py" },
  "changelog.html": { source: "openapi/CHANGELOG.md", make: changelogPage },
  "changelog.atom": { source: "openapi/CHANGELOG.md", make: changelogFeed },
  "changelog.md": { source: "openapi/CHANGELOG.md" },
  "workflows.arazzo.json": { source: "openapi/workflows.arazzo.json" },
};

const asItIs = (text: string): string => text;

/**
 * Writes what is new or has changed, and removes what is no more. Runs at the same time do not disturb each other: a file comes into
 * its place whole.
 */
export async function makeAssets(): Promise<void> {
  await mkdir(ASSETS_DIR, { recursive: true });
  const staging = await mkdtemp(`${ASSETS_DIR}-`);
  const present = await readdir(ASSETS_DIR, { recursive: true, withFileTypes: true });
  const stray = present
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !(relative(ASSETS_DIR, file) in FILES));
  await Promise.all([
    ...stray.map((file) => rm(file, { force: true })),
    ...Object.entries(FILES).map(async ([path, { source, make = asItIs }], number) => {
      const [to, whole] = [join(ASSETS_DIR, path), join(staging, String(number))];
      const [wanted, old] = await Promise.all([
        readFile(join(ROOT, source), "utf8").then(make),
        readFile(to, "utf8").catch(() => undefined),
      ]);
      if (old === wanted) return;
      await Promise.all([mkdir(dirname(to), { recursive: true }), writeFile(whole, wanted)]);
      await rename(whole, to);
    }),
  ]);
  await rm(staging, { recursive: true });
}

if (import.meta.main) await makeAssets();
