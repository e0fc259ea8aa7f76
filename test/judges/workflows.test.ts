import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/bundle.ts";
import { startTestServer, type TestServer } from "../support/server.ts";
import { HERE, runTool } from "./tools.ts";

const WORKFLOWS = join(ROOT, "openapi/workflows.arazzo.json");
const REPORT = join(HERE, `dist/respect-${process.pid}.json`);

interface Workflow {
  workflowId: string;
  steps: { stepId: string }[];
}
interface Step {
  stepId: string;
  checks: { name: string; status: string; message?: string }[];
}
/** A jump to another step stands in the report as a workflow within the workflow. */
interface Executed {
  workflowId: string;
  executedSteps: (Step | Executed)[];
}
interface Report {
  files: Record<string, { executedWorkflows: Executed[] }>;
}

const stepsIn = ({ executedSteps }: Executed): Step[] =>
  executedSteps.flatMap((step) => ("executedSteps" in step ? stepsIn(step) : [step]));

/** Respect calls the server as the workflows say, and holds every answer against the description as well. */
describe("the workflows", () => {
  let server: TestServer;

  beforeAll(async () => {
    await mkdir(join(HERE, "dist"), { recursive: true });
    server = await startTestServer();
  });
  afterAll(async () => {
    await server.close();
    await rm(REPORT, { force: true });
  });

  test("are well formed", async () => {
    const { code, stdout, stderr } = await runTool("redocly", ["lint", WORKFLOWS, "--config", "redocly.yaml"]);
    expect({ code, printed: code === 0 ? "" : stdout + stderr }).toEqual({ code: 0, printed: "" });
  });

  test("run to their ends against a server, and its answers are what they and the description say", async () => {
    const { code, stdout, stderr } = await runTool("redocly", [
      "respect",
      WORKFLOWS,
      "--server",
      `trix=${server.url}`,
      "--json-output",
      REPORT,
      "--max-steps",
      "5000",
    ]);
    expect({ code, printed: code === 0 ? "" : (stdout + stderr).slice(-8000) }).toEqual({ code: 0, printed: "" });

    const { workflows } = JSON.parse(await readFile(WORKFLOWS, "utf8")) as { workflows: Workflow[] };
    const [{ executedWorkflows }] = Object.values((JSON.parse(await readFile(REPORT, "utf8")) as Report).files);
    const stepsOf = (id: string): Step[] =>
      executedWorkflows.filter(({ workflowId }) => workflowId === id).flatMap(stepsIn);
    for (const { workflowId, steps } of workflows) {
      const executed = stepsOf(workflowId);
      expect(new Set(executed.map(({ stepId }) => stepId)), workflowId).toEqual(
        new Set(steps.map(({ stepId }) => stepId)),
      );
      for (const { stepId, checks } of executed) {
        const names = checks.map(({ name }) => name);
        expect(names, `${workflowId} ${stepId}`).toEqual(
          expect.arrayContaining(["success criteria check", "schema check"]),
        );
      }
    }
  });
});
