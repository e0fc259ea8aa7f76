/** How long a move takes whose game many follow. */

import type { Bundle } from "../../scripts/server.ts";
import { startServer } from "../../scripts/server.ts";
import type { GameView } from "../../src/game/types.ts";
import { Client } from "../support/client.ts";
import { openTable, registerFour } from "../support/match.ts";

/** Milliseconds that the middle one of these moves took: with nobody who follows, and with the crowd. */
export interface Crowded {
  alone: number;
  crowded: number;
  /** Messages that the crowd heard, of those that it had to hear. */
  heard: number;
  due: number;
}

const MOVES = 20,
  /** Between two moves, so that the crowd has been told of the first one. */
  PAUSE_MS = 400;

/** Moves of a match of four players, with and without `followers` sockets open. */
export async function crowded(bundle: Bundle, secret: string, followers: number): Promise<Crowded> {
  const server = await startServer({ secret, callsAMinute: 1_000_000, bundle, memory: true });
  try {
    const four = await registerFour(server.url);
    const { id } = await openTable(four, { rules: { kingdoms: 1 } });
    const anybody = new Client(server.url);
    const move = async (): Promise<number> => {
      const [seat] = (await anybody.view(id)).deal!.awaiting;
      const { you } = await four[seat].view(id);
      const sent = performance.now();
      await four[seat].act(id, you!.legalActions[0].id, you!.decision!.id);
      const took = performance.now() - sent;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
      return took;
    };
    const moves = async (): Promise<number> => {
      const times: number[] = [];
      for (let i = 0; i < MOVES; i++) times.push(await move());
      return times.sort((a, b) => a - b)[MOVES / 2];
    };
    await move();
    const alone = await moves();
    const before = await anybody.view(id);
    let heard = 0;
    const sockets = await Promise.all(
      Array.from(
        { length: followers },
        () =>
          new Promise<WebSocket>((done) => {
            const url = `${server.url.replace(/^http/, "ws")}/v1/games/${id}/socket?after=${before.version}`;
            const socket = new WebSocket(url);
            socket.addEventListener("message", ({ data }) => {
              if ((JSON.parse(data as string) as { type: string }).type === "event") heard++;
            });
            socket.addEventListener("open", () => done(socket));
          }),
      ),
    );
    const crowd = await moves();
    const after: GameView = await anybody.view(id);
    for (const socket of sockets) socket.close();
    return { alone, crowded: crowd, heard, due: (after.version - before.version) * followers };
  } finally {
    await server.close();
  }
}
