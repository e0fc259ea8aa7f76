/** The Worker: the app, and the class of its objects. */

export { Game } from "./game/game.ts";
export { app as default } from "./http/app.ts";
export { Player } from "./player/player.ts";
// The name under which the objects of webhooks are stored.
export { Webhook as Courier } from "./webhook/webhook.ts";
