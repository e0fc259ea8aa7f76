/** The soak of records: the text notation over many matches and mutants, and the proofs of many matches. */

import { fileURLToPath } from "node:url";
import { checkMutants, checkRoundTrips } from "../support/notations.ts";
import { checkProofs, forgeries } from "../support/proofs.ts";
import { randomFrom } from "../support/random.ts";
import { checkDoors } from "../support/record-doors.ts";
import { startTestServer } from "../support/server.ts";

export interface RecordsNumbers {
  roundTrips: number;
  mutants: number;
  doors: number;
  proofs: number;
}

export const RECORDS_NUMBERS: RecordsNumbers = { roundTrips: 1_000, mutants: 100_000, doors: 10_000, proofs: 100 };

/** Mutants that are made from the same 40 texts. */
const BATCH = 5_000,
  BATCH_OF_DOORS = 500;

/** Runs every check and prints a line for each. Rejects at the first fault, with what shows it again. */
export async function runRecordsSoak(numbers: Partial<RecordsNumbers> = {}): Promise<void> {
  const n = { ...RECORDS_NUMBERS, ...numbers };
  const check = async (name: string, run: () => object | Promise<object>) => {
    const since = performance.now();
    const counts = Object.entries(await run())
      .map(([what, count]) => `${what} ${count}`)
      .join(", ");
    console.log(`records: ${name}: ${counts}; ${((performance.now() - since) / 1000).toFixed(1)} s`);
  };

  await check("written as text and read again", () => checkRoundTrips(n.roundTrips, "soak round trip"));
  await check("mutated texts", () => {
    const sum = { mutants: 0, accepted: 0, refused: 0, "slowest ms": 0 };
    for (let batch = 0; sum.mutants < n.mutants; batch++) {
      const { mutants, accepted, refused, slowestMs } = checkMutants(
        Math.min(BATCH, n.mutants - sum.mutants),
        `soak mutants ${batch}`,
      );
      sum.mutants += mutants;
      sum.accepted += accepted;
      sum.refused += refused;
      sum["slowest ms"] = Math.max(sum["slowest ms"], Math.ceil(slowestMs));
    }
    return sum;
  });
  await check("mutated texts and records, through both doors of the check", () => {
    const sum = { texts: 0, "valid texts": 0, records: 0, "valid records": 0 };
    for (let batch = 0; sum.texts < n.doors; batch++) {
      const doors = checkDoors(Math.min(BATCH_OF_DOORS, n.doors - sum.texts), `soak doors ${batch}`);
      sum.texts += doors.texts;
      sum["valid texts"] += doors.validTexts;
      sum.records += doors.records;
      sum["valid records"] += doors.validRecords;
    }
    return sum;
  });
  await check("proofs, by both verifiers", async () => {
    const server = await startTestServer();
    try {
      const random = randomFrom("soak proofs");
      return await checkProofs(n.proofs, server.url, random, (proven) => forgeries(proven, random));
    } finally {
      await server.close();
    }
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runRecordsSoak();
