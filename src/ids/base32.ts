/** RFC 4648 base32 in lower case without padding: the alphabet of every id and token. */

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const VALUES = new Map([...ALPHABET].map((letter, value) => [letter.charCodeAt(0), value]));

export function encodeBase32(bytes: Uint8Array): string {
  let text = "",
    bits = 0,
    held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(held >>> (bits - 5)) & 31];
    held &= (1 << bits) - 1;
  }
  return bits > 0 ? text + ALPHABET[(held << (5 - bits)) & 31] : text;
}

/** The bytes of a text; `undefined` unless it is exactly what `encodeBase32` writes, so that nothing has two spellings. */
export function decodeBase32(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.floor((text.length * 5) / 8));
  if (Math.ceil((bytes.length * 8) / 5) !== text.length) return undefined;
  let at = 0,
    bits = 0,
    held = 0;
  for (let i = 0; i < text.length; i++) {
    const value = VALUES.get(text.charCodeAt(i));
    if (value === undefined) return undefined;
    held = (held << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes[at++] = held >>> bits;
      held &= (1 << bits) - 1;
    }
  }
  return held === 0 ? bytes : undefined;
}
