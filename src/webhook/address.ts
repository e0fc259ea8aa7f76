/**
 * Where deliveries may go: to public addresses by https, as far as a URL itself tells. What a name resolves to is not seen
 * here; the network around the Worker must refuse private addresses behind public names. Pure.
 */

/** Why an address is refused. */
export type AddressFault = "malformed" | "not_https" | "credentials" | "private" | "port";

/** The longest URL, in characters. */
export const URL_LENGTH = 1000;

/** Names that mean something only within a network, with everything below them. */
const LOCAL_NAMES = [
  "localhost",
  "local",
  "localdomain",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "lan",
  "home.arpa",
  "onion",
  "test",
  "invalid",
  "example",
  "alt",
];

/** IPv4 networks that are nobody's public host: address and length of the prefix. */
const RESERVED: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** The first port that is nobody's by custom. */
const FIRST_FREE_PORT = 1024;

/** How far a server may call: public addresses by https alone; this machine as well, also by http; or anything that it can reach, likewise. */
export type Reach = "public" | "loopback" | "anywhere";

/** What the variable WEBHOOKS_PRIVATE sets. */
export const reachOf = (setting: string | undefined): Reach =>
  setting === "1" ? "anywhere" : setting === "loopback" ? "loopback" : "public";

/** The URL that a text means, in the one form in which it is kept and shown; the text itself where it is none. */
export const tidyAddress = (text: string): string => URL.parse(text)?.href ?? text;

/** What is wrong with a URL as the address of an endpoint; `null` where nothing is. */
export function addressFault(text: string, reach: Reach): AddressFault | null {
  const url = text.length <= URL_LENGTH ? URL.parse(text) : null;
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:") || url.hostname === "")
    return "malformed";
  if (url.username !== "" || url.password !== "") return "credentials";
  if (reach === "anywhere" || (reach === "loopback" && isLoopback(url.hostname))) return null;
  if (url.protocol !== "https:") return "not_https";
  if (isPrivate(url.hostname)) return "private";
  return url.port === "" || Number(url.port) >= FIRST_FREE_PORT ? null : "port";
}

/** Whether a host, as URL parsing leaves it, is this machine. */
const isLoopback = (hostname: string): boolean => /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)\.?$/.test(hostname);

/** Whether a host, as URL parsing leaves it, is one of a private network, or means nothing in the public one. */
function isPrivate(hostname: string): boolean {
  if (hostname.startsWith("[")) return isPrivateV6(groupsOf(hostname.slice(1, -1)));
  const name = hostname.replace(/\.+$/, "");
  // Whatever notation an IPv4 address came in, parsing has made it four decimal numbers.
  if (/^\d+\.\d+\.\d+\.\d+$/.test(name)) return isReserved(name);
  return !name.includes(".") || LOCAL_NAMES.some((local) => name === local || name.endsWith(`.${local}`));
}

const numberOf = (address: string): number => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

const isReserved = (address: string): boolean =>
  RESERVED.some(
    ([network, length]) =>
      Math.floor(numberOf(address) / 2 ** (32 - length)) === Math.floor(numberOf(network) / 2 ** (32 - length)),
  );

/** The eight groups of an IPv6 address in its canonical form, which parsing gives. */
function groupsOf(address: string): number[] {
  const [head, tail] = address
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":").map((group) => parseInt(group, 16))));
  return tail === undefined ? head : [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

/** Only 2000::/3 is public, and within it nothing that carries an IPv4 address, documents or measures. */
function isPrivateV6([first, second]: number[]): boolean {
  if ((first & 0xe000) !== 0x2000) return true;
  if (first === 0x2002 || (first === 0x3fff && second < 0x1000)) return true;
  return first === 0x2001 && (second < 0x200 || second === 0x0db8);
}
