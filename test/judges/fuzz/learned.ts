/** What a run has seen of a server: ids and tokens that are real, to be sent back where something of their kind is asked for. */

import type { Random } from "../../support/random.ts";

/** Ids, and the codes by which users of apps are claimed. */
const ID = /^([a-z]{2}|trixclaim)_[a-z2-7]{10,}$/;
const TOKEN = /^trix_[a-z2-7]{20,}$/;
/** Of each kind; older ones make room, so that the games of a long run are not all over. */
const MOST = 40;

/** A call that succeeds: what stands in its path, by whose token, and with which body where not every good one will do. */
export interface Site {
  params: Record<string, string>;
  token: string;
  body?: unknown;
}

export class Learned {
  /** By operation: those that hardly any mixture of ids would find. */
  readonly #sites = new Map<string, Site[]>();
  /** Tokens by whose they are; only accounts' and apps' are told apart from the rest. */
  readonly #tokens: Record<"account" | "app" | "other", string[]> = { account: [], app: [], other: [] };
  readonly #ids = new Map<string, string[]>();
  /** By id, the token by which something came of it. */
  readonly #keys = new Map<string, string>();
  /** By kind, the last id that was new. */
  readonly #newest = new Map<string, string>();
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Keeps every id and token that stands anywhere in an answer; `key` is the token by which it was got, where it was by one. */
  read(answer: unknown, key?: string): void {
    if (typeof answer === "string") {
      const prefix = ID.exec(answer)?.[1];
      if (prefix !== undefined) {
        const ids = this.#ids.get(prefix) ?? [];
        this.#ids.set(prefix, ids);
        if (!ids.includes(answer)) this.#newest.set(prefix, answer);
        this.#keep(ids, answer);
        if (key !== undefined) this.#keys.set(answer, key);
      } else if (TOKEN.test(answer)) this.#keep(this.#tokens.other, answer);
    } else if (typeof answer === "object" && answer !== null) {
      for (const inner of Object.values(answer)) this.read(inner, key);
    }
  }

  #keep(list: string[], value: string): void {
    if (list.includes(value)) return;
    if (list.length < MOST) list.push(value);
    else list[this.#random.below(MOST)] = value;
  }

  /** A real id of the kind of `example`, or `undefined` where it is none, or none was seen. */
  like(example: unknown): string | undefined {
    const prefix = typeof example === "string" ? ID.exec(example)?.[1] : undefined;
    const ids = prefix === undefined ? undefined : this.#ids.get(prefix);
    // The newest one has most still before it: a game that waits, a code that nobody has used.
    return ids === undefined
      ? undefined
      : this.#random.chance(0.3)
        ? this.#newest.get(prefix!)
        : this.#random.pick(ids);
  }

  /** Keeps a call that succeeds. */
  found(operation: string, ...sites: Site[]): void {
    this.#sites.set(operation, [...(this.#sites.get(operation) ?? []), ...sites]);
  }

  /** One of those calls; `undefined` where none is known. */
  site(operation: string): Site | undefined {
    const sites = this.#sites.get(operation);
    return sites === undefined ? undefined : this.#random.pick(sites);
  }

  /** Keeps a token of an account or of an app. */
  own(kind: "account" | "app", token: string): void {
    this.#keep(this.#tokens[kind], token);
  }

  /** A real token, mostly the one that belongs to `id`, or one of this kind. */
  token(id?: string, kind: "account" | "app" = "account"): string | undefined {
    const key = id === undefined ? undefined : this.#keys.get(id);
    if (key !== undefined && this.#random.chance(0.75)) return key;
    const list = this.#random.chance(0.75) ? this.#tokens[kind] : Object.values(this.#tokens).flat();
    return list.length === 0 ? undefined : this.#random.pick(list);
  }
}
