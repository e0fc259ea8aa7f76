/**
 * Tickets: what opens one stream for somebody who cannot send a header. `trixticket_` and base32 of what it stands for and a MAC of
 * 16 bytes over it. They verify themselves; that each opens one stream alone is seen to by the object that is followed.
 *
 * version 1 | 1 for one that may act | seat, 255 for any | end in seconds since 1970, 4 bytes | name, 10 bytes | of the token that it
 * came by: name, 10 bytes, and expiry, 4 bytes, 0 for none | player, 10 bytes | app, 10 bytes, 0 for none | game, 15 bytes | MAC
 */

import type { Seat } from "../engine/index.ts";
import { decodeBase32, encodeBase32 } from "./base32.ts";
import { appBytes, appId, gameBytes, gameIdOfBytes, playerBytes, playerId, randomBytes } from "./ids.ts";
import { type Secret, seal, sealed } from "./seal.ts";

const PREFIX = "trixticket_";
const LABEL = "trix-ticket/1";
const VERSION = 1,
  ANY_SEAT = 255;
const BODY_BYTES = 66,
  MAC_BYTES = 16;
/** Where each part begins. */
const END = 3,
  NAME = 7,
  TOKEN = 17,
  EXPIRY = 27,
  PLAYER = 31,
  APP = 41,
  GAME = 51;
/** How long a ticket is good for, in milliseconds. */
export const TICKET_MS = 60_000;

/** What a ticket says; times in milliseconds since 1970. */
export interface Ticket {
  /** Tells it from others. */
  id: string;
  until: number;
  game: string;
  player: string;
  app: string | null;
  onlySeat: Seat | null;
  mayAct: boolean;
  /** The token that it came by. */
  token: { id: string; expiresAt: number | null };
}

/** A new ticket, and when it ends. */
export function makeTicket(
  env: Secret,
  said: Omit<Ticket, "id" | "until">,
  now: number,
): { ticket: string; expiresAt: number } {
  const body = Buffer.alloc(BODY_BYTES);
  const end = Math.floor((now + TICKET_MS) / 1000);
  body[0] = VERSION;
  body[1] = said.mayAct ? 1 : 0;
  body[2] = said.onlySeat ?? ANY_SEAT;
  body.writeUInt32BE(end, END);
  body.set(randomBytes(TOKEN - NAME), NAME);
  body.set(decodeBase32(said.token.id.slice(3))!, TOKEN);
  body.writeUInt32BE(said.token.expiresAt === null ? 0 : Math.floor(said.token.expiresAt / 1000), EXPIRY);
  body.set(playerBytes(said.player)!, PLAYER);
  if (said.app !== null) body.set(appBytes(said.app)!, APP);
  body.set(gameBytes(said.game)!, GAME);
  return {
    ticket: PREFIX + encodeBase32(Buffer.concat([body, seal(env, LABEL, body).subarray(0, MAC_BYTES)])),
    expiresAt: end * 1000,
  };
}

/** What a ticket says; `undefined` where this server did not make it. Whether it has ended or was used is not asked here. */
export function readTicket(env: Secret, ticket: string): Ticket | undefined {
  const bytes = ticket.startsWith(PREFIX) ? decodeBase32(ticket.slice(PREFIX.length)) : undefined;
  if (bytes?.length !== BODY_BYTES + MAC_BYTES || bytes[0] !== VERSION) return undefined;
  const body = Buffer.from(bytes.subarray(0, BODY_BYTES));
  if (!sealed(env, bytes.subarray(BODY_BYTES), LABEL, body)) return undefined;
  const expiry = body.readUInt32BE(EXPIRY);
  const app: Uint8Array = body.subarray(APP, GAME);
  return {
    id: encodeBase32(body.subarray(NAME, TOKEN)),
    until: body.readUInt32BE(END) * 1000,
    game: gameIdOfBytes(body.subarray(GAME)),
    player: playerId(body.subarray(PLAYER, APP)),
    app: app.every((byte) => byte === 0) ? null : appId(app),
    onlySeat: body[2] === ANY_SEAT ? null : (body[2] as Seat),
    mayAct: body[1] === 1,
    token: { id: `tk_${encodeBase32(body.subarray(TOKEN, EXPIRY))}`, expiresAt: expiry === 0 ? null : expiry * 1000 },
  };
}
