/** What is asked about golden data: all that can be read of them without changing anything. */

import type { GameView } from "../../src/game/types.ts";
import type { Cast, StoredAnswer, StoredHook } from "../support/golden.ts";

type Call = Omit<StoredAnswer, "status" | "answer">;

const get = (caller: string, path: string, headers: Record<string, string> = {}): Call => ({
  caller,
  method: "GET",
  path,
  headers,
});

/** Calls about one game: what everybody reads, and what each of its players does. */
function callsAbout(cast: Cast, { id, seats, status, version }: GameView): Call[] {
  const path = `/v1/games/${id}`;
  const players = seats.flatMap((each) => ("player" in each ? [each.player.id] : []));
  const seated = Object.keys(cast.callers).filter((caller) => players.includes(cast.callers[caller].player ?? ""));
  const calls = ["public", ...seated].flatMap((caller) => [
    get(caller, path),
    get(caller, `${path}/events?limit=1000`),
    ...(caller === "public" ? [] : [get(caller, `${path}/plans`), get(caller, `${path}/webhooks`)]),
  ]);
  const finished =
    status !== "finished"
      ? []
      : [
          get("public", `${path}/record`, { Accept: "text/plain" }),
          get("public", `${path}/record?as=1&at=${Math.floor(version / 2)}`),
        ];
  return [
    ...calls,
    get("public", `${path}?include=knowledge`),
    get("public", `${path}/record`),
    get("public", `${path}/proof`),
    ...finished,
  ];
}

/** Calls about what a caller has beside games. */
const callsOf = (cast: Cast, caller: string): Call[] => [
  ...["/v1/me", "/v1/me/tokens", "/v1/me/vacation", "/v1/apps", "/v1/decisions?limit=50"].map((path) =>
    get(caller, path),
  ),
  get(caller, "/v1/me/events?limit=1000"),
  get(caller, "/v1/games?player=me&limit=100"),
  ...(cast.callers[caller].player === null
    ? []
    : ["", "/stats", "/games?limit=100"].map((path) => get("public", `/v1/players/${cast.id(caller)}${path}`))),
];

/** Every call. `since` is an instant before the oldest of the games. */
export async function callsFor(
  cast: Cast,
  games: readonly string[],
  hooks: readonly StoredHook[],
  since: string,
): Promise<Call[]> {
  const views = await Promise.all(games.map((id) => cast.as("public").view(id)));
  return [
    ...views.flatMap((view) => callsAbout(cast, view)),
    ...Object.keys(cast.callers)
      .filter((caller) => caller !== "public")
      .flatMap((caller) => callsOf(cast, caller)),
    ...hooks.flatMap(({ caller, game, id }) => {
      const path = `/v1/games/${game}/webhooks/${id}`;
      return [get(caller, path), get(caller, `${path}/deliveries`)];
    }),
    ...["waiting", "playing", "finished", "aborted"].map((status) =>
      get("public", `/v1/games?status=${status}&since=${since}&limit=100`),
    ),
  ];
}
