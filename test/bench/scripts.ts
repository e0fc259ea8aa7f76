/** The load of the benchmarks: games on a server, and the requests of random matches in them. */

import { Agent } from "node:http";
import { makeAction } from "../../src/engine/index.ts";
import { packsOf, rootOfSeed } from "../../src/game/dealing.ts";
import { rulesOf, scriptOf, words } from "./engine.ts";
import { post, type Shot } from "./load.ts";

/** Four accounts, and for each game the requests of a random match whose packs are known by its seed. */
export async function prepare(base: string, games: number, actions: number): Promise<Shot[][]> {
  const agent = new Agent({ keepAlive: true });
  const send = async (path: string, token: string | null, body: object) =>
    JSON.parse(await post(base, agent, { path, token, body: JSON.stringify(body) }));
  const accounts: { player: { id: string }; token: string }[] = [];
  for (const name of ["Amal", "Basil", "Carine", "Dani"])
    accounts.push(await send("/v1/players", null, { name, kind: "bot" }));
  const scripts: Shot[][] = [];
  for (let i = 0; i < games; i++) {
    const seed = `bench ${i}`;
    const { id } = await send("/v1/games", accounts[0].token, { seed, rules: { preset: "trix" } });
    for (const { token } of accounts.slice(1)) await send(`/v1/games/${id}/join`, token, {});
    const { moves } = scriptOf(rulesOf("trix"), words(i + 1), packsOf(rootOfSeed(seed), ""));
    scripts.push(
      moves.slice(0, actions).map(({ seat, action }) => ({
        path: `/v1/games/${id}/actions`,
        token: accounts[seat].token,
        body: JSON.stringify({ action: makeAction(action) }),
      })),
    );
  }
  agent.destroy();
  return scripts;
}
