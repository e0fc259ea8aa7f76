/** A folder as one compressed file: a tar that any tool reads, in brotli. Made and read here, so that no tool is needed. */

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";

/** What a tar is made of, in bytes. */
const BLOCK = 512;

const padded = (size: number): number => Math.ceil(size / BLOCK) * BLOCK;

/** The header of a plain file, in the form of POSIX 1003.1-1988 (ustar), dated 1970 so that the same folder gives the same bytes. */
function headerOf(path: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  const folder = dirname(path);
  const fields: [number, string][] = [
    [0, basename(path)],
    [100, "0000644\0"],
    [108, "0000000\0"],
    [116, "0000000\0"],
    [124, `${size.toString(8).padStart(11, "0")}\0`],
    [136, "00000000000\0"],
    [148, "        "],
    [156, "0"],
    [257, "ustar\x0000"],
    [345, folder === "." ? "" : folder],
  ];
  if (basename(path).length > 100 || folder.length > 155) throw new RangeError(`too long a path for a tar: ${path}`);
  for (const [at, text] of fields) header.write(text, at, "latin1");
  const sum = [...header].reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return header;
}

/** All files below a folder, packed. */
export async function pack(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const parts: Buffer[] = [];
  for (const path of paths.sort()) {
    const content = await readFile(path);
    parts.push(headerOf(path.slice(folder.length + 1), content.length), content);
    parts.push(Buffer.alloc(padded(content.length) - content.length));
  }
  const tar = Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]);
  return brotliCompressSync(tar, {
    params: {
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
    },
  });
}

/** Writes the files of a packed folder below `folder`. */
export async function unpack(packed: Uint8Array, folder: string): Promise<void> {
  const tar = brotliDecompressSync(packed);
  for (let at = 0; tar[at] !== 0; ) {
    const field = (from: number, length: number) =>
      tar.toString("latin1", at + from, at + from + length).split("\0", 1)[0];
    const path = join(folder, field(345, 155), field(0, 100));
    const size = Number.parseInt(field(124, 12), 8);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, tar.subarray(at + BLOCK, at + BLOCK + size));
    at += BLOCK + padded(size);
  }
}
