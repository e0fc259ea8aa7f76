/** A game object with four people at its table, for tests that run inside workerd. */

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Database, type Progress } from "../../src/durable/index.ts";
import type { MatchRecord, Seat } from "../../src/engine/index.ts";
import type { Commit } from "../../src/game/events.ts";
import { MIGRATIONS, Store } from "../../src/game/store.ts";
import type {
  Acted,
  ActRequest,
  Answer,
  CreateRequest,
  GameCalls,
  GameEventView,
  GameView,
  PlayerCard,
  SeatRequest,
} from "../../src/game/types.ts";
import type { Game } from "../../src/index.ts";
import { rulesOf, SEATS } from "./play.ts";
import { type Random, randomFrom } from "./random.ts";
import type { RulesAsked } from "./random-rules.ts";

/** Player i of a table sits at seat i unless a test seats them elsewhere; the first one creates the games. */
export const PLAYERS: readonly PlayerCard[] = ["Amal", "Basil", "Carla", "Dina", "Emil"].map((name) => ({
  id: `pl_${name.toLowerCase()}`,
  name,
  kind: "human",
}));
export const [AMAL, BASIL, CARLA, DINA, EMIL] = PLAYERS;

export const seated = (player: PlayerCard): SeatRequest => ({ player, keep: false });
export const kept = (player: PlayerCard): SeatRequest => ({ player, keep: true });
export const OPEN: SeatRequest = { open: true };

/** Every audience of a game: the four seats, and `null` for the public. */
export const AUDIENCES: readonly (Seat | null)[] = [null, ...SEATS];

let made = 0;

/** A new name for an object, so that tests in one file do not meet. */
export const newId = (): string => `gm_table${made++}`;

export interface Asked extends Partial<Omit<CreateRequest, "rules">> {
  rules?: RulesAsked;
}

/** A creating request: four people, one kingdom, a seed, no key, but for what the test asks otherwise. */
export function requestOf({ rules, ...asked }: Asked = {}): CreateRequest {
  return {
    id: newId(),
    creator: AMAL,
    seats: PLAYERS.slice(0, 4).map(seated),
    visibility: "public",
    seed: "table",
    fingerprint: null,
    rules: rulesOf({ kingdoms: 1, ...rules }),
    ...asked,
  };
}

/** What a call gave, where the test needs it to have been granted. */
export function granted<T>(answer: Answer<T>): { ok: true } & T {
  if (!answer.ok) throw new Error(`refused: ${answer.code}`);
  return answer;
}

export const codeOf = <T>(answer: Answer<T>): string => (answer.ok ? "granted" : answer.code);

/** One action that was granted, and how to send it again. */
export interface Sent {
  seat: Seat;
  decision: string;
  action: string;
  answer: { ok: true } & Acted;
}

/** What an object has stored of its game. */
export interface Contents {
  log: Commit[];
  tables: Record<string, Record<string, SqlStorageValue>[]>;
}

/** A game's database, with the first migrations alone where it is to be an older one. */
export const databaseOf = (storage: DurableObjectStorage, migrations: readonly string[] = MIGRATIONS): Database =>
  new Database(storage, migrations);

export const storeOf = (storage: DurableObjectStorage): Store => new Store(databaseOf(storage));

/** How far a target of the game's has been told, as it is stored. */
export const progressOf = (storage: DurableObjectStorage, target: string): Progress =>
  storeOf(storage).progressOf(target).read();

export class Table {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  /** Creates the game that is asked for. */
  static async open(asked: Asked = {}): Promise<Table> {
    const request = requestOf(asked);
    const table = new Table(request.id);
    granted(await table.game.create(request));
    return table;
  }

  /** The object, for the helpers of the test runner. A new stub at each call: an old one may have died with its object. */
  get stub(): DurableObjectStub<Game> {
    return env.GAMES.getByName(this.id);
  }

  /** Its calls, without the types that RPC adds. */
  get game(): GameCalls {
    return this.stub as unknown as GameCalls;
  }

  /** The game as one seat's player sees it, or the public. */
  async view(who: Seat | null = null): Promise<GameView> {
    return granted(await this.game.view(who === null ? null : PLAYERS[who].id)).game;
  }

  /** The views of the public and the four players. */
  async views(): Promise<GameView[]> {
    return Promise.all(AUDIENCES.map((who) => this.view(who)));
  }

  async events(who: Seat | null = null, after = 0, limit = 100_000): Promise<GameEventView[]> {
    return granted(await this.game.events(who === null ? null : PLAYERS[who].id, after, limit)).data;
  }

  async record(): Promise<MatchRecord> {
    return granted(await this.game.record()).record;
  }

  act(seat: Seat, action: string, decision: string | null = null): Promise<Answer<Acted>> {
    const request: ActRequest = { player: PLAYERS[seat].id, action, decision };
    return this.game.act(request);
  }

  /** A random legal action of one of the seats that are awaited. */
  async step(random: Random, awaiting?: readonly Seat[]): Promise<Sent> {
    const seat = random.pick(awaiting ?? (await this.view()).deal!.awaiting);
    const { you } = await this.view(seat);
    const action = random.pick(you!.legalActions).id;
    const decision = you!.decision!.id;
    return { seat, decision, action, answer: granted(await this.act(seat, action, decision)) };
  }

  /** Plays at random until the public view is as wished; returns what was sent. */
  async playUntil(done: (view: GameView) => boolean, random: Random = randomFrom(this.id)): Promise<Sent[]> {
    const sent: Sent[] = [];
    for (let view = await this.view(); !done(view); view = sent.at(-1)!.answer.game) {
      if (view.deal === null || view.deal.awaiting.length === 0)
        throw new Error(`nobody is awaited in a game that is ${view.status}`);
      sent.push(await this.step(random, view.deal.awaiting));
    }
    return sent;
  }

  /** The king names this contract, and all decline to double: on to the first card. */
  async toFirstCard(contract: "k" | "q" | "d" | "t" | "x"): Promise<GameView> {
    const king = (await this.view()).deal!.king;
    granted(await this.act(king, `c:${contract}`));
    for (const seat of (await this.view()).deal!.phase === "doubling" ? SEATS : []) granted(await this.act(seat, "d:"));
    return this.view();
  }

  /** The message with which a call fails inside the object, where no RPC takes the error for an uncaught one. */
  failure(call: (instance: GameCalls) => Promise<unknown>): Promise<string | null> {
    return runInDurableObject(this.stub, (instance) =>
      call(instance).then(
        () => null,
        (error: Error) => error.message,
      ),
    );
  }

  /** Runs inside the object, beside its instance. */
  inside<R>(work: (state: DurableObjectState) => R | Promise<R>): Promise<R> {
    return runInDurableObject(this.stub, (_, state) => work(state));
  }

  /** Statements on the object's own database. */
  exec(...statements: string[]): Promise<Record<string, SqlStorageValue>[]> {
    return this.inside(({ storage }) => statements.map((statement) => storage.sql.exec(statement).toArray()).at(-1)!);
  }

  /** All that is stored of the game: what a refused or failed call must not change. Without the export, which follows in its own time. */
  contents(): Promise<Contents> {
    return this.inside(({ storage }) => {
      const names = storage.sql
        .exec<{ name: string }>(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '[_]*' ORDER BY name",
        )
        .toArray();
      const tables = Object.fromEntries(
        names.map(({ name }) => [name, storage.sql.exec(`SELECT * FROM ${name}`).toArray()]),
      );
      delete tables.export;
      const log = (tables.log ?? []).map(
        ({ seq, at, moves, events }) =>
          ({ seq, at, moves: JSON.parse(moves as string), events: JSON.parse(events as string) }) as Commit,
      );
      return { log, tables };
    });
  }

  /** When the alarm is set to fire, in milliseconds since 1970. */
  alarmAt(): Promise<number | null> {
    return this.inside(({ storage }) => storage.getAlarm());
  }

  /** How far history has come, once what is under way has ended. */
  async exported(): Promise<Progress> {
    const read = () => this.inside(({ storage }) => progressOf(storage, "d1"));
    const { version } = await this.view();
    for (let i = 0; i < 40; i++) {
      const state = await read();
      if (state.seq === version || state.attempts > 0) return state;
      await scheduler.wait(5);
    }
    return read();
  }
}

export const isFinished = (view: GameView): boolean => view.status === "finished";
/** True from the `n`-th deal on. */
export const reachesDeal =
  (n: number) =>
  (view: GameView): boolean =>
    isFinished(view) || view.deals.length >= n - 1;
