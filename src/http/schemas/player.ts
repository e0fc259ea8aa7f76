/** Accounts. */

import { z } from "@hono/zod-openapi";
import { Instant } from "./card.ts";

export const PLAYER_ID = /^pl_[a-z2-7]{16}$/;

/** The pattern of what names a player in a request. */
export const ME_OR_PLAYER_ID = `^(me|${PLAYER_ID.source.slice(1, -1)})$`;

export const PlayerId = z.string().openapi("PlayerId", { pattern: PLAYER_ID.source, example: "pl_h5zq3rw2kxn4m7ta" });

export const PlayerKind = z.enum(["human", "bot"]).openapi("PlayerKind", { description: "Who plays by this account: a person, or a program." });

const NAME_LENGTH = 40;
/** Control characters, line separators, lone surrogates, and what turns the direction of the text around it. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
/** Something that is seen: no white space, mark or filler alone. */
const VISIBLE = /[^\p{Z}\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;

const PlayerName = z.string()
  .overwrite((name) => name.normalize("NFC").trim())
  .refine((name) => [...name].length <= NAME_LENGTH, { error: `A name has at most ${NAME_LENGTH} characters.`, params: { code: "out_of_range" }, abort: true })
  .refine((name) => !FORBIDDEN.test(name), { error: "A name has no control characters and none that turn the direction of text.", params: { code: "wrong_format" }, abort: true })
  .refine((name) => VISIBLE.test(name), { error: "A name has at least one visible character.", params: { code: "out_of_range" } })
  .openapi({ type: "string", minLength: 1, maxLength: NAME_LENGTH, description: "What others see. Normalised (NFC) and trimmed; need not be unique.", example: "Layla" });

export const PlayerRequest = z.strictObject({ name: PlayerName, kind: PlayerKind }).openapi("PlayerRequest", { example: { name: "Layla", kind: "human" } });

export const PlayerCard = z.object({ id: PlayerId, name: z.string(), kind: PlayerKind }).openapi("PlayerCard", {
  description: "A player as a seat shows it.", example: { id: "pl_h5zq3rw2kxn4m7ta", name: "Layla", kind: "human" },
});

export const Player = z.object({ id: PlayerId, name: z.string(), kind: PlayerKind, createdAt: Instant }).openapi("Player", {
  example: { id: "pl_h5zq3rw2kxn4m7ta", name: "Layla", kind: "human", createdAt: "2026-11-30T12:00:00.000Z" },
});

export const Me = z.object({ player: Player }).openapi("Me");

export const NewPlayer = z.object({
  player: Player,
  token: z.string().openapi({ description: "Shown this once. Send it as `Authorization: Bearer trix_...`.", example: "trix_aeaaaaaa..." }),
}).openapi("NewPlayer");
