/** The reader's language: taken from the request, and told in the answer. */

import type { GameView, LabelledView } from "../../game/types.ts";
import { chooseLanguage, type Language } from "../../labels/languages.ts";
import { labelled } from "../../labels/view.ts";
import type { Exchange } from "./env.ts";

/** The language that the caller asks for. */
export const languageOf = (c: Exchange): Language =>
  chooseLanguage(c.req.raw.headers.get("accept-language") ?? undefined);

/** The same for an answer that is in it: the answer then says which one it is in, and that it depends on what was asked. */
export function languageFor(c: Exchange): Language {
  const language = languageOf(c);
  c.header("Content-Language", language);
  c.header("Vary", "Accept-Language", { append: true });
  return language;
}

/** A view with labels, in the caller's language; one that holds nothing to label is the same in all of them. */
export const labelledFor = (c: Exchange, game: GameView): LabelledView =>
  game.you === null ? (game as LabelledView) : labelled(game, languageFor(c));
