/** What a seat of the match needs, written once on top of each generated client, so that four clients can meet at one table. */

export interface Action {
  id: string;
  type: string;
  card?: string;
}

export interface Table {
  id: string;
  status: "waiting" | "playing" | "finished" | "aborted";
  scores: number[];
  finishedDeals: number;
  winners: number[] | null;
  decision: string | null;
  legalActions: Action[];
}

export interface Player {
  /** Makes the account, whose token the client keeps. */
  register(name: string): Promise<void>;
  create(): Promise<Table>;
  join(game: string): Promise<Table>;
  read(game: string): Promise<Table>;
  act(game: string, action: string, decision: string): Promise<Table>;
  /** The codes of a refused call: what POST /v1/games/{id}/actions says to an action that is none. */
  refusal(game: string): Promise<string>;
}
