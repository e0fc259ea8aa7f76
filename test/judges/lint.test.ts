import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { OPENAPI_FILE } from "../../scripts/openapi.ts";
import { HERE, runTool } from "./tools.ts";

const SPOILT = join(HERE, "lint/spoilt.json");

/** What Redocly finds, as `rule at`, sorted. */
async function redocly(file: string): Promise<string[]> {
  const { stdout, stderr } = await runTool("redocly", [
    "lint",
    file,
    "--config",
    "redocly.yaml",
    "--format",
    "json",
    "--max-problems",
    "1000",
  ]);
  let report: { problems: { ruleId: string; location: { pointer?: string }[] }[] };
  try {
    report = JSON.parse(stdout);
  } catch {
    throw new Error(`Redocly gave no report:\n${stdout}\n${stderr}`);
  }
  return report.problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`).sort();
}

/** What Spectral finds, as `rule at`, sorted. */
async function spectral(file: string): Promise<string[]> {
  const { stdout, stderr } = await runTool("spectral", [
    "lint",
    file,
    "--ruleset",
    "spectral.mjs",
    "--format",
    "json",
    "--quiet",
  ]);
  let findings: { code: string; path: string[] }[];
  try {
    findings = JSON.parse(stdout);
  } catch {
    throw new Error(`Spectral gave no report:\n${stdout}\n${stderr}`);
  }
  return findings.map(({ code, path }) => `${code} ${path.join("/")}`).sort();
}

describe("Redocly", () => {
  test("finds nothing in the description", async () => {
    expect(await redocly(OPENAPI_FILE)).toEqual([]);
  });

  test("finds what is spoilt", async () => {
    const answers = "#/paths/~1v1~1things/post/responses";
    expect(await redocly(SPOILT)).toEqual([
      `no-invalid-media-type-examples ${answers}/400/content/application~1problem+json/example/size`,
      `response-contains-header ${answers}/200/headers`,
      `response-contains-header ${answers}/400/headers`,
    ]);
  });
});

describe("Spectral with the rules of OWASP", () => {
  test("finds nothing in the description", async () => {
    expect(await spectral(OPENAPI_FILE)).toEqual([]);
  });

  test("finds what is spoilt, in requests more than in answers", async () => {
    const sent = "components/schemas/ThingRequest/properties",
      post = "paths//v1/things/post";
    expect([...new Set(await spectral(SPOILT))]).toEqual([
      `oas3-valid-media-example ${post}/responses/400/content/application/problem+json/example/size`,
      `owasp:api2:2023-write-restricted ${post}/security`,
      `owasp:api4:2023-array-limit ${sent}/names`,
      `owasp:api4:2023-integer-limit ${sent}/size`,
      `owasp:api4:2023-rate-limit-responses-429 ${post}/responses`,
      `owasp:api4:2023-string-limit ${post}/parameters/0/schema`,
      `owasp:api4:2023-string-restricted ${sent}/names/items`,
      `owasp:api4:2023-string-restricted ${post}/parameters/0/schema`,
      `owasp:api8:2023-define-cors-origin ${post}/responses/200/headers`,
      `owasp:api8:2023-define-error-responses-401 ${post}/responses`,
      `owasp:api8:2023-define-error-responses-500 ${post}/responses`,
    ]);
  });
});
