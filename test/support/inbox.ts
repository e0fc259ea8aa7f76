/** What waits for a player, as read over HTTP. */

import type { LabelledView } from "../../src/game/types.ts";
import type { Client } from "./client.ts";

type You = NonNullable<LabelledView["you"]>;

export interface WaitingView {
  decision: NonNullable<You["decision"]>;
  game: LabelledView & { you: You };
}
export interface DecisionPage {
  data: WaitingView[];
  nextCursor: string | null;
  games: { waiting: number; playing: number };
}

/** One page of what waits; `query` begins with a question mark. */
export const inboxOf = (client: Client, query = ""): Promise<DecisionPage> =>
  client.get2xx("GET", `/v1/decisions${query}`);

/** The games in which something waits, most urgent first. */
export const waitingGames = async (client: Client): Promise<string[]> =>
  (await inboxOf(client, "?limit=50")).data.map(({ game }) => game.id);

/** Asks until the answer is as wished, for at most `patienceMs`. Then the last answer is what the test has to judge. */
export async function eventually<T>(
  ask: () => Promise<T>,
  wished: (answer: T) => boolean,
  patienceMs = 15_000,
): Promise<T> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (wished(answer) || Date.now() > end) return answer;
    await new Promise((done) => {
      setTimeout(done, 40);
    });
  }
}
