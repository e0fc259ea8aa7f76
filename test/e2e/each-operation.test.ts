/** What operations refuse alike, asked of each one whose description promises that refusal. */

import { afterAll, beforeAll, describe, test } from "vitest";
import { RECORD_BODY_LIMIT } from "../../src/http/exchange/intake.ts";
import { description, type Operation, operations } from "../contract/judge.ts";
import { type CallOptions, Client, expectProblem, type Reply } from "../support/http.ts";
import { startTestServer } from "../support/server.ts";

let client: Client;
let token: string;

beforeAll(async () => {
  client = new Client(await startTestServer());
  ({ token } = await client.player("Amal"));
});
afterAll(() => client.server.close());

interface Parameter {
  name: string;
  in: string;
  schema: { example?: unknown };
}

/** The path about what is not there: well-formed ids that nobody made. */
function invented({ path, definition }: Operation): string {
  const parameters: Parameter[] = definition.parameters ?? [];
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const example = String(parameters.find((parameter) => parameter.name === name)!.schema.example);
    return /^[a-z]{2}_/.test(example) ? example.slice(0, 3) + "a".repeat(example.length - 3) : example;
  });
}

/** The example of what the operation takes; no body where it takes none. */
function goodBody({ definition }: Operation): Pick<CallOptions, "body"> {
  const component = definition.requestBody?.content["application/json"].schema.$ref.split("/").at(-1);
  return component === undefined ? {} : { body: description.components.schemas[component].example };
}

const call = (operation: Operation, options: CallOptions, query = ""): Promise<Reply> =>
  client.call(operation.method, invented(operation) + query, options);

/** What to send for a refusal, whatever the operation is about. */
const REFUSALS: {
  status: number;
  code: string | null;
  what: string;
  send: (operation: Operation) => Promise<Reply>;
}[] = [
  {
    status: 400,
    code: "invalid_request",
    what: "a parameter that it does not know",
    send: (operation) => call(operation, { token, ...goodBody(operation) }, "?colour=red"),
  },
  {
    status: 401,
    code: "unauthorized",
    what: "a token that nobody made",
    send: (operation) => call(operation, { token: "trix_wrong", ...goodBody(operation) }),
  },
  // Of what it is that nothing is there, the operation says itself.
  {
    status: 404,
    code: null,
    what: "an id that nobody made",
    send: (operation) => call(operation, { token, ...goodBody(operation) }),
  },
  {
    status: 406,
    code: "not_acceptable",
    what: "a form in which it has no answer",
    send: (operation) => call(operation, { token, ...goodBody(operation), headers: { Accept: "image/png" } }),
  },
  {
    status: 413,
    code: "body_too_large",
    what: "a body that is too large",
    send: (operation) => call(operation, { token, body: { x: "x".repeat(RECORD_BODY_LIMIT) } }),
  },
  {
    status: 415,
    code: "unsupported_media_type",
    what: "a body in XML",
    send: (operation) => call(operation, { token, raw: "<a/>", headers: { "Content-Type": "application/xml" } }),
  },
];

describe.each(REFUSALS)("$what is $status", ({ status, code, send }) => {
  const refusing = operations.filter(
    ({ path, definition }) => String(status) in definition.responses && (status !== 404 || path.includes("{")),
  );
  test.each(refusing)("to $id", async (operation) => {
    const reply = await send(operation);
    expectProblem(reply, status, code ?? reply.json?.code);
  });
});
