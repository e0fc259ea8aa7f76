/** What `env` of cloudflare:workers holds inside the worker tests. */
declare namespace Cloudflare {
  interface GlobalProps {
    mainModule: typeof import("../../src/index.ts");
  }
  interface Env {
    DB: D1Database;
    GAMES: DurableObjectNamespace<import("../../src/index.ts").Game>;
    PLAYERS: DurableObjectNamespace<import("../../src/index.ts").Player>;
    COURIERS: DurableObjectNamespace<import("../../src/index.ts").Courier>;
    TOKEN_SECRET: string;
    TEST_MIGRATIONS: import("cloudflare:test").D1Migration[];
  }
}
