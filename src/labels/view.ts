/** Game views with their actions in the language of a reader. */

import type { LegalAction } from "../engine/index.ts";
import { LANGUAGES, type Language } from "./languages.ts";
import { actionLabel } from "./terms.ts";

/** A game as its object tells it, as far as labels go. */
interface Unlabelled {
  you: { legalActions: LegalAction[] } | null;
}

/** The same as the API tells it: each legal action has a label. */
export type Labelled<Game extends Unlabelled> = Omit<Game, "you"> & {
  you: (Omit<NonNullable<Game["you"]>, "legalActions"> & { legalActions: (LegalAction & { label: string })[] }) | null;
};

/** Labels made so far, by action id: there are few actions, and they come again in every game. */
const made: Readonly<Record<Language, Map<string, string>>> = Object.fromEntries(
  LANGUAGES.map((language) => [language, new Map()]),
) as never;

function labelOf(action: LegalAction, language: Language): string {
  const known = made[language].get(action.id);
  if (known !== undefined) return known;
  const text = actionLabel(action, language);
  made[language].set(action.id, text);
  return text;
}

/** A view with labels, in that language. One without a seat has nothing to label. */
export function labelled<Game extends Unlabelled>({ you, ...game }: Game, language: Language): Labelled<Game> {
  const label = (action: LegalAction) => ({ ...action, label: labelOf(action, language) });
  return {
    ...game,
    you: you === null ? null : { ...you, legalActions: you.legalActions.map(label) },
  } as Labelled<Game>;
}
