/** The Worker: the app, and the class of its objects. */

export { app as default } from "./http/app.ts";
export { Courier } from "./courier/courier.ts";
export { Game } from "./game/game.ts";
export { Player } from "./player/player.ts";
