/** The plans of a game's players: keeping them, when they are due, the moves that they make, and how they end. */

import type { Database } from "../durable/index.ts";
import { apply, asksAll, awaitedSeats, type Match, parseAction, SEATS, type Seat, viewFor } from "../engine/index.ts";
import { type Considered, consider, type Firing, MOST_PLANS, type Plan, SCOPES } from "../plans/index.ts";
import { instant } from "../wire/instants.ts";
import { isTimed } from "./clock.ts";
import { hasForfeited } from "./company.ts";
import type { Packs } from "./dealing.ts";
import type { Commit, Move } from "./events.ts";
import { botAt } from "./occupants.ts";
import { endOf, kingdomOf } from "./plan-ends.ts";
import { type KeptPlan, type PlanNote, PlanStore } from "./plan-store.ts";
import { type Draft, published } from "./play.ts";
import { type GameState, seatOf } from "./state.ts";
import type { GameRefusal, PlanTrial, PlanView } from "./types.ts";

/** How long after its decision has opened a seat's plans are asked, in milliseconds: always the same, so that it tells nothing. Where all are asked at once, see `mustWait`. */
export const PLAN_PACE_MS = 1000;

/** Why a caller may not do anything about plans here, or `null`. Whoever only reads needs no match that runs. */
export function planRefusal(
  state: GameState,
  player: string,
  onlySeat: Seat | undefined,
  reads: boolean,
): GameRefusal | null {
  const seat = seatOf(state, player);
  if (seat === null && hasForfeited(state, player)) return "seat_forfeited";
  if (seat === null || (onlySeat !== undefined && onlySeat !== seat)) return "not_seated";
  if (reads) return null;
  if (state.status === "waiting") return "game_not_started";
  if (state.status !== "playing") return "game_over";
  return botAt(state.seats[seat]) === null ? null : "seat_substituted";
}

/** The order in which plans are asked: what was made for the moment before what holds for long, then the oldest first. */
const inOrder = (plans: readonly KeptPlan[]): KeptPlan[] =>
  plans.toSorted((a, b) => SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope) || a.place - b.place);

const planView = ({ name, scope, rules, changedAt }: KeptPlan): PlanView => ({
  name,
  scope,
  rules,
  changedAt: instant(changedAt),
});

/** What a seat's plans do now, from nothing but that seat's view. */
function considerAt(match: Match, seat: Seat, plans: readonly Plan[]): Considered {
  const { deal, teams, you } = viewFor(match, seat);
  return consider(plans, { deal, teams, you: you! });
}

export class Plans {
  readonly #store: PlanStore;
  /** The oldest first. */
  #kept: readonly KeptPlan[] = [];
  /** By seat: the question that its plans have had no answer to. Asked again after a restart they have none again. */
  readonly #unanswered = new Map<Seat, string>();

  constructor(db: Database) {
    this.#store = new PlanStore(db);
    db.restores(() => {
      const kept = this.#kept;
      return () => {
        this.#kept = kept;
      };
    });
  }

  /** Reads what is stored. */
  load(): void {
    this.#kept = this.#store.read();
  }

  #of(player: string): KeptPlan[] {
    return inOrder(this.#kept.filter((plan) => plan.player === player));
  }

  /** A player's plans, in the order in which they are asked. */
  of(player: string): PlanView[] {
    return this.#of(player).map(planView);
  }

  /** Makes or replaces a plan of a player in a match that runs, at `now`; `null` where they have too many. The same plan again changes nothing. */
  put(state: GameState, player: string, { name, scope, rules }: Plan, now: number): PlanView | null {
    const match = state.match!;
    const own = this.#of(player);
    const before = own.find((plan) => plan.name === name);
    if (before === undefined && own.length >= MOST_PLANS) return null;
    const place = before?.place ?? 1 + (this.#kept.at(-1)?.place ?? 0);
    const plan: KeptPlan = {
      player,
      name,
      place,
      scope,
      rules,
      changedAt: now,
      pack: match.deal.pack,
      kingdom: kingdomOf(match),
    };
    if (
      before !== undefined &&
      JSON.stringify([before.scope, before.pack, before.kingdom, before.rules]) ===
        JSON.stringify([scope, plan.pack, plan.kingdom, rules])
    )
      return planView(before);
    this.#store.write(plan);
    this.load();
    return planView(plan);
  }

  /** Takes a plan back; whether there was one of that name. */
  drop(player: string, name: string): boolean {
    const plan = this.#of(player).find((each) => each.name === name);
    if (plan === undefined) return false;
    this.#store.remove(plan);
    this.load();
    return true;
  }

  /** What would fire now at a seat: of its player's plans, or of `plan` alone. Changes nothing. */
  trial(state: GameState, seat: Seat, player: string, plan: Plan | null): PlanTrial {
    const plans = plan === null ? this.#of(player) : [plan];
    const { fires, steps } = considerAt(state.match!, seat, plans);
    const reason =
      fires !== null
        ? "fires"
        : state.decisions[seat] === null
          ? "not_awaited"
          : plans.length === 0
            ? "no_plans"
            : "no_rule_applies";
    return { fires, steps, reason };
  }

  /** The plans of whoever plays a seat in person. */
  #at({ seats }: GameState, seat: Seat): KeptPlan[] {
    const occupant = seats[seat];
    return this.#kept.length > 0 && occupant.kind === "player" && isTimed(occupant) ? this.#of(occupant.player.id) : [];
  }

  /** When a seat's plans are to be asked, and what about; `null` where they are not: it has none or is not awaited, they have been asked, or its time is up before. */
  #question(state: GameState, seat: Seat): { due: number; about: string } | null {
    const decision = state.decisions[seat];
    const plans = state.status !== "playing" || decision === null ? [] : this.#at(state, seat);
    if (plans.length === 0) return null;
    const changed = Math.max(...plans.map(({ changedAt }) => changedAt));
    const about = `${decision} ${changed}`;
    const deadline = state.clock?.deadlines[seat] ?? null;
    const due = this.#mustWait(state) ? deadline : Math.max(this.#store.instantOf(decision!), changed) + PLAN_PACE_MS;
    if (due === null) return null;
    return this.#unanswered.get(seat) === about || (deadline !== null && deadline < due) ? null : { due, about };
  }

  /**
   * Whether plans hold their answers back. Where all are asked at once a plan can but decline, and would be known by its
   * pace: so plans answer last of all, together, which is when every answer is told, or when their time is up.
   */
  #mustWait(state: GameState): boolean {
    const match = state.match!;
    return (
      asksAll(match) &&
      awaitedSeats(match).some((seat) => {
        const plans = this.#at(state, seat);
        return plans.length === 0 || considerAt(match, seat, plans).fires === null;
      })
    );
  }

  /** When plans are to be asked next, or `null`. Whether one of their rules would fire has no part in it. */
  due(state: GameState): number | null {
    const dues = SEATS.map((seat) => this.#question(state, seat)?.due ?? null).filter((due) => due !== null);
    return dues.length === 0 ? null : Math.min(...dues);
  }

  /**
   * The commit of the plans that are due at `now`, all their answers together, each made from the state before any of
   * them; `null` where none fires. Those that have no answer are not asked again about the same.
   */
  draft(state: GameState, now: number, packs: () => Packs): Draft | null {
    const fired: { seat: Seat; player: string; firing: Firing }[] = [];
    for (const seat of SEATS) {
      const question = this.#question(state, seat);
      if (question === null || question.due > now) continue;
      const plans = this.#at(state, seat);
      const firing = considerAt(state.match!, seat, plans).fires;
      if (firing === null) this.#unanswered.set(seat, question.about);
      else fired.push({ seat, player: plans[0].player, firing });
    }
    return fired.length === 0 ? null : draftFired(state, fired, packs());
  }

  /** Whether a commit has anything to do with plans. */
  hasWork(notes: readonly PlanNote[]): boolean {
    return this.#kept.length > 0 || notes.length > 0;
  }

  /** Within the transaction of a commit that has led to `after`: ends the plans whose time is over, and keeps what players shall hear of it and of what fired. */
  write({ seq }: Pick<Commit, "seq">, after: GameState, notes: readonly PlanNote[]): void {
    const ended = this.#kept.flatMap((plan) => {
      const reason = endOf(plan, after);
      return reason === null ? [] : [{ plan, reason }];
    });
    for (const { plan } of ended) this.#store.remove(plan);
    this.#store.writeNotes(seq, [
      ...notes,
      ...ended.map(
        ({ plan, reason }): PlanNote => ({
          player: plan.player,
          event: { type: "plan_cancelled", game: after.facts.id, plan: plan.name, reason },
        }),
      ),
    ]);
    if (ended.length > 0) this.#kept = this.#kept.filter((plan) => !ended.some((each) => each.plan === plan));
  }

  /** What players' own logs lack of the commits after the event `reached`, oldest first; each with a key that stays. */
  notesAfter(reached: number): (PlanNote & { seq: number; key: string })[] {
    return this.#store.notesAfter(reached);
  }
}

function draftFired(
  state: GameState,
  fired: readonly { seat: Seat; player: string; firing: Firing }[],
  packs: Packs,
): Draft {
  const draft: Draft & { notes: PlanNote[] } = { moves: [], events: [], match: state.match!, notes: [] };
  for (const {
    seat,
    player,
    firing: { plan, rule, action },
  } of fired) {
    const applied = apply(draft.match!, seat, parseAction(action)!, packs);
    if (!applied.ok) throw new Error(`a plan's listed action was refused: ${applied.error}`);
    const move: Move = { seat, action, decision: state.decisions[seat]!, by: "player" };
    draft.match = applied.match;
    draft.moves.push(move);
    draft.events.push(...published(state, applied.events, "player", packs));
    draft.notes.push({
      player,
      event: { type: "plan_fired", game: state.facts.id, plan, rule, decision: String(move.decision), action },
    });
  }
  return draft;
}
