import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { makeAssets } from "./scripts/assets.ts";

export default defineConfig({
  test: {
    reporters: ["default"],
    maxWorkers: 3,
    projects: [
      {
        // The rules and the bots: functions in plain Node.
        test: {
          name: "engine",
          include: [
            "test/*.test.ts",
            "test/contract/judge.test.ts",
            "test/engine/**/*.test.ts",
            "test/bots/**/*.test.ts",
            "test/plans/**/*.test.ts",
          ],
          // Functions share nothing that one file could spoil for another, and loading them anew for each takes its time.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        // Inside workerd, in the same isolate as the Worker: storage, alarms and D1 can be reached by hand.
        plugins: [
          cloudflareTest(async () => {
            // The folder that wrangler.toml names must be there.
            await makeAssets();
            return {
              wrangler: { configPath: "./wrangler.toml" },
              miniflare: {
                bindings: {
                  TOKEN_SECRET: "a secret for tests only, of no use elsewhere",
                  // Tests create games for the same few accounts.
                  DEALS_LIMIT: "1000000",
                  TEST_MIGRATIONS: await readD1Migrations("migrations"),
                },
              },
            };
          }),
        ],
        test: {
          name: "worker",
          include: ["test/worker/**/*.test.ts"],
          setupFiles: ["test/support/migrate.ts"],
          // One isolate for all files: every test makes games and players of its own, and starting an isolate a file took most of the time.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        // The built bundle over real HTTP.
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          globalSetup: ["test/support/bundle.ts", "test/contract/records.ts"],
          setupFiles: ["test/contract/watch.ts"],
          // Every file starts servers of its own; what they run on is loaded once a process.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // Counts what the end-to-end tests have seen, when they are all through.
        test: { name: "contract", include: ["test/contract/exercised.test.ts"], sequence: { groupOrder: 1 } },
      },
    ],
  },
});
