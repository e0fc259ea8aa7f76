/** The published workflows fit the contract: every call, parameter, step and output that they name is there. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../scripts/bundle.ts";
import { OPENAPI_FILE } from "../scripts/openapi.ts";

type Json = any;

const read = (file: string): Json => JSON.parse(readFileSync(file, "utf8"));
const workflows = read(join(ROOT, "openapi/workflows.arazzo.json"));
const contract = read(OPENAPI_FILE);
const operations = new Map<string, Json>(
  Object.values<Json>(contract.paths).flatMap((methods) =>
    Object.values<Json>(methods).map((one): [string, Json] => [one.operationId, one]),
  ),
);

test("they are the three that newcomers need, of this contract's version", () => {
  expect(workflows.arazzo).toBe("1.0.1");
  expect(workflows.info.version).toBe(contract.info.version);
  expect(workflows.sourceDescriptions).toEqual([{ name: "trix", url: "./openapi.json", type: "openapi" }]);
  expect(workflows.workflows.map(({ workflowId }: Json) => workflowId)).toEqual([
    "quickStart",
    "playMatch",
    "recoverLostAnswer",
  ]);
});

describe.each<[string, Json]>(workflows.workflows.map((workflow: Json) => [workflow.workflowId, workflow]))(
  "%s",
  (_, { steps, outputs }) => {
    const ids: string[] = steps.map(({ stepId }: Json) => stepId);

    test.each<[string, Json]>(steps.map((step: Json) => [step.stepId, step]))(
      "%s calls an operation that there is, as it wants to be called",
      (_id, step) => {
        const operation = operations.get(step.operationId);
        expect(operation).toBeDefined();
        const named = (step.parameters ?? [])
          .filter(({ name }: Json) => name !== "Authorization")
          .map(({ in: place, name }: Json) => `${place} ${name}`.toLowerCase());
        const known: Json[] = operation.parameters ?? [];
        expect(known.map(({ in: place, name }) => `${place} ${name}`.toLowerCase())).toEqual(
          expect.arrayContaining(named),
        );
        for (const { in: place, name, required } of known)
          if (required === true) expect(named).toContain(`${place} ${name}`.toLowerCase());
        if (step.requestBody !== undefined) {
          const body =
            contract.components.schemas[
              operation.requestBody.content[step.requestBody.contentType].schema.$ref.split("/").at(-1)
            ];
          for (const field of Object.keys(step.requestBody.payload)) expect(body.properties).toHaveProperty(field);
          for (const field of body.required ?? []) expect(step.requestBody.payload).toHaveProperty(field);
        }
        const [, status] = /^\$statusCode == (\d+)$/.exec(step.successCriteria[0].condition)!;
        expect(Object.keys(operation.responses)).toContain(status);
        for (const { stepId } of [...(step.onSuccess ?? []), ...(step.onFailure ?? [])])
          if (stepId !== undefined) expect(ids).toContain(stepId);
      },
    );

    test("takes every value from a step that gives it", () => {
      expect(new Set(ids).size).toBe(ids.length);
      const given = new Set(
        steps.flatMap((step: Json) => Object.keys(step.outputs ?? {}).map((name) => `${step.stepId}.outputs.${name}`)),
      );
      const taken = [...JSON.stringify({ steps, outputs }).matchAll(/\$steps\.(\w+\.outputs\.\w+)/g)].map(
        ([, name]) => name,
      );
      expect(taken.length).toBeGreaterThan(0);
      for (const name of taken) expect(given).toContain(name);
    });
  },
);
