/** Whole matches over HTTP: four people at a table who choose at random. */

import type { GameView } from "../../src/game/types.ts";
import { type ActedView, Client, UnexpectedReply } from "./client.ts";
import type { Random } from "./random.ts";

export const NAMES = ["Amal", "Basil", "Carla", "Dina"];

/** Four accounts with their tokens. */
export const registerFour = (url: string): Promise<Client[]> =>
  Promise.all(NAMES.map((name) => Client.register(url, name)));

/** A game and its players: `players[i]` sits at seat i. */
export interface HttpTable {
  id: string;
  players: readonly Client[];
}

/** The first player makes the game and sits at 0, the others join in turn: the match has started when this resolves. */
export async function openTable(players: readonly Client[], body: object = {}): Promise<HttpTable> {
  const { id } = await players[0].create(body);
  for (const [seat, player] of players.entries()) if (seat > 0) await player.join(id, { seat });
  return { id, players };
}

/** One action that was granted, and how to send it again. */
export interface HttpSent {
  seat: number;
  decision: string;
  action: string;
  acted: ActedView;
}

/** A random legal action of one of the seats awaited in `view`, which may be anybody's newest view. */
export async function stepTable({ id, players }: HttpTable, view: GameView, random: Random): Promise<HttpSent> {
  const seat = random.pick(view.deal!.awaiting);
  const { you } = view.you?.seat === seat ? view : await players[seat].view(id);
  const action = random.pick(you!.legalActions).id;
  const decision = you!.decision!.id;
  const reply = await players[seat].act(id, action, decision);
  if (reply.status !== 200) throw new UnexpectedReply(`seat ${seat} plays ${action}`, reply);
  return { seat, decision, action, acted: reply.json };
}

export const isOver = (view: GameView): boolean => view.status === "finished" || view.status === "aborted";

/** Plays at random until the public part of the view is as wished, at the latest to the end; returns what was sent. */
export async function playTable(
  table: HttpTable,
  random: Random,
  done: (view: GameView) => boolean = isOver,
): Promise<HttpSent[]> {
  const sent: HttpSent[] = [];
  let view = await table.players[0].view(table.id);
  while (!done(view) && !isOver(view)) {
    sent.push(await stepTable(table, view, random));
    view = sent.at(-1)!.acted.game;
  }
  return sent;
}
