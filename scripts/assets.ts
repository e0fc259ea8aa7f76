/**
 * Puts together the static files that are deployed beside the Worker: the renderer of the API reference as its package ships it, our
 * own files of src/web/, and what openapi/ has for reading. `wrangler` runs this before it bundles, by [build] in wrangler.toml.
 */
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");

/** The folder that [assets] in wrangler.toml names. */
export const ASSETS_DIR = join(ROOT, "dist/assets");

/** Where each file comes from, by the path at which it is served. */
const FILES: Readonly<Record<string, string>> = {
  "docs/assets/swagger-ui-bundle.js": "node_modules/swagger-ui-dist/swagger-ui-bundle.js",
  "docs/assets/swagger-ui-bundle.js.LICENSE.txt": "node_modules/swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt",
  "docs/assets/swagger-ui.css": "node_modules/swagger-ui-dist/swagger-ui.css",
  "docs/assets/LICENSE.txt": "node_modules/swagger-ui-dist/LICENSE",
  "docs/assets/reference.js": "src/web/reference.js",
  "docs/assets/reference.css": "src/web/reference.css",
  "docs/assets/guide.css": "src/web/guide.css",
  "docs/assets/icon.svg": "src/web/icon.svg",
  "docs/verify.mjs": "examples/verify.js",
  "docs/verify.py": "examples/verify.py",
  "docs/cron.py": "examples/cron.py",
  "changelog.md": "openapi/CHANGELOG.md",
  "workflows.arazzo.json": "openapi/workflows.arazzo.json",
};

/**
 * Copies what is new or has changed, and removes what is no more. Runs at the same time do not disturb each other: a file comes into
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
    ...Object.entries(FILES).map(async ([path, source], number) => {
      const [from, to, whole] = [join(ROOT, source), join(ASSETS_DIR, path), join(staging, String(number))];
      const [wanted, old] = await Promise.all([readFile(from), readFile(to).catch(() => undefined)]);
      if (old?.equals(wanted)) return;
      await Promise.all([mkdir(dirname(to), { recursive: true }), copyFile(from, whole)]);
      await rename(whole, to);
    }),
  ]);
  await rm(staging, { recursive: true });
}

if (import.meta.main) await makeAssets();
