/** The Worker: the app, and the class of its objects. */

export { Courier } from "./courier/courier.ts";
export { Game } from "./game/game.ts";
export { app as default } from "./http/app.ts";
export { Player } from "./player/player.ts";
