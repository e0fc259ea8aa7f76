/** The labels of an answer: which language a reader gets, and game views with their actions in it. */

import type { Context } from "hono";
import type { LegalAction } from "../engine/index.ts";
import type { GameView, YouView } from "../game/types.ts";
import type { AppEnv } from "../http/exchange/env.ts";
import { chooseLanguage, LANGUAGES, type Language } from "./languages.ts";
import { actionLabel } from "./terms.ts";

/** A game as the API tells it: each legal action has a label. */
export type LabelledView = Omit<GameView, "you"> & {
  you: (Omit<YouView, "legalActions"> & { legalActions: (LegalAction & { label: string })[] }) | null;
};

/** The language that the caller asks for. */
export const languageOf = (c: Context<AppEnv>): Language =>
  chooseLanguage(c.req.raw.headers.get("accept-language") ?? undefined);

/** The same for an answer that is in it: the answer then says which one it is in, and that it depends on what was asked. */
export function languageFor(c: Context<AppEnv>): Language {
  const language = languageOf(c);
  c.header("Content-Language", language);
  c.header("Vary", "Accept-Language", { append: true });
  return language;
}

/** Labels made so far, by action id: there are few actions, and they come again in every game. */
const made: Readonly<Record<Language, Map<string, string>>> = Object.fromEntries(
  LANGUAGES.map((language) => [language, new Map()]),
) as never;

function labelOf(action: LegalAction, language: Language): string {
  let text = made[language].get(action.id);
  if (text === undefined) made[language].set(action.id, (text = actionLabel(action, language)));
  return text;
}

/** A view with labels, in that language. One without a seat has nothing to label. */
export function labelled({ you, ...game }: GameView, language: Language): LabelledView {
  return {
    ...game,
    you:
      you === null
        ? null
        : { ...you, legalActions: you.legalActions.map((action) => ({ ...action, label: labelOf(action, language) })) },
  };
}

/** A view with labels, in the caller's language; one that holds nothing to label is the same in all of them. */
export const labelledFor = (c: Context<AppEnv>, game: GameView): LabelledView =>
  game.you === null ? (game as LabelledView) : labelled(game, languageFor(c));
