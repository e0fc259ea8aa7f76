/**
 * Puts together the static files that are deployed beside the Worker: the renderer of the API reference as its package ships it, our
 * own files of site/, and what openapi/ has for reading. `wrangler` runs this before it bundles, by [build] in wrangler.toml.
 */
import { copyFile, mkdir, readFile, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** The folder that [assets] in wrangler.toml names. */
export const ASSETS_DIR = join(ROOT, 'dist/assets')

/** Where each file comes from, by the path at which it is served. */
const FILES: Readonly<Record<string, string>> = {
  'docs/assets/swagger-ui-bundle.js': 'node_modules/swagger-ui-dist/swagger-ui-bundle.js',
  'docs/assets/swagger-ui-bundle.js.LICENSE.txt': 'node_modules/swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt',
  'docs/assets/swagger-ui.css': 'node_modules/swagger-ui-dist/swagger-ui.css',
  'docs/assets/LICENSE.txt': 'node_modules/swagger-ui-dist/LICENSE',
  'docs/assets/reference.js': 'site/reference.js',
  'docs/assets/reference.css': 'site/reference.css',
  'docs/assets/guide.css': 'site/guide.css',
  'docs/assets/icon.svg': 'site/icon.svg',
  'docs/verify.js': 'examples/verify.js',
  'docs/verify.py': 'examples/verify.py',
  'changelog.md': 'openapi/CHANGELOG.md',
  'workflows.arazzo.json': 'openapi/workflows.arazzo.json',
}

/** Copies what is new or has changed. Runs at the same time do not disturb each other: a file comes into its place whole. */
export async function makeAssets(): Promise<void> {
  await Promise.all(Object.entries(FILES).map(async ([path, source]) => {
    const [from, to] = [join(ROOT, source), join(ASSETS_DIR, path)]
    const [wanted, present] = await Promise.all([readFile(from), readFile(to).catch(() => undefined)])
    if (present?.equals(wanted)) return
    await mkdir(dirname(to), { recursive: true })
    const whole = `${to}.${process.pid}`
    await copyFile(from, whole)
    await rename(whole, to)
  }))
}

if (import.meta.main) await makeAssets()
