/** A follower of a game object, as the Worker is one: for tests that run inside workerd. */

import { FOLLOW, type Follow, type Frame, type Page } from "../../src/feed/frames.ts";
import type { GameFollower } from "../../src/game/feed.ts";
import type { Acted, Answer, GameEventView } from "../../src/game/types.ts";
import type { Table } from "./table.ts";

export interface Asked extends Partial<Omit<Follow<GameFollower>, "who">>, Partial<Omit<GameFollower, "player">> {
  player?: string | null;
}

/** Asks an object to be followed. */
export function knock(
  table: Table,
  { player = null, mayAct = true, app, onlySeat, ...follow }: Asked = {},
): Promise<Response> {
  const who: GameFollower = {
    player,
    mayAct,
    ...(app !== undefined && { app }),
    ...(onlySeat !== undefined && { onlySeat }),
  };
  const asked: Follow<GameFollower> = { after: 0, counted: player, ...follow, who };
  return table.stub.fetch("https://object/feed", {
    headers: { Upgrade: "websocket", [FOLLOW]: JSON.stringify(asked) },
  });
}

export class FollowerLine {
  readonly socket: WebSocket;
  readonly pages: Page<GameEventView>[] = [];
  readonly replies: { id: number; answer: Answer<Acted> | null }[] = [];
  /** What kind of frame came when. */
  readonly order: ("page" | "reply")[] = [];

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.addEventListener("message", ({ data }) => {
      if (data === "pong") return;
      const frame = JSON.parse(data as string) as Frame;
      if ("page" in frame) this.pages.push(frame.page as Page<GameEventView>);
      else this.replies.push(frame.reply as never);
      this.order.push("page" in frame ? "page" : "reply");
    });
    socket.accept();
  }

  static async open(table: Table, asked?: Asked): Promise<FollowerLine> {
    const { webSocket, status } = await knock(table, asked);
    if (webSocket == null) throw new Error(`the object answered ${status}`);
    return new FollowerLine(webSocket);
  }

  get events(): GameEventView[] {
    return this.pages.flatMap(({ data }) => data);
  }

  /** `seq` of the last event that came. */
  get last(): number {
    return this.events.at(-1)?.seq ?? 0;
  }
}
