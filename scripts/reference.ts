/** The API reference as one page, drawn from the published description: nothing of it needs a script or another host. */

import { block, contents, escaped, heading, inline, page } from "../src/http/pages/guide/page.ts";
import { exampleOf, fields, hasPart, type Schema, type Schemas, typeOf } from "./reference-schema.ts";

interface Media {
  schema: Schema;
  example?: unknown;
}
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: (Parameter | { $ref: string })[];
  security?: Record<string, string[]>[];
  requestBody?: { content: Record<string, Media>; required?: boolean };
  responses: Record<
    string,
    { description: string; content?: Record<string, Media>; headers?: Record<string, unknown> }
  >;
}

export interface Description {
  info: { version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components: { schemas: Schemas };
}

/** A tag as an id. */
const idOf = (tag: string): string => `tag-${tag.toLowerCase().replace(/\W+/g, "-")}`;

const paragraphs = (text: string): string =>
  text
    .split("\n\n")
    .map((part) => `<p>${inline(part)}</p>`)
    .join("");

/** Who may call, in a sentence. */
function accessOf(security: Record<string, string[]>[] = []): string {
  const scopes = security.flatMap((way) => way.bearer ?? []);
  const needs =
    scopes.length === 0 ? "a token" : `a token with the scope <code>${scopes.join("</code>, <code>")}</code>`;
  if (security.length === 0) return "Needs no token.";
  return security.some((way) => Object.keys(way).length === 0)
    ? "Works without a token. With one, the response is for its player."
    : `Needs ${needs}.`;
}

function parametersOf({ parameters = [] }: Operation, schemas: Schemas): string {
  const rows = parameters.flatMap((each) =>
    "$ref" in each
      ? []
      : [
          `<dt><code>${escaped(each.name)}</code> <span class="type">${each.in}, ${typeOf(each.schema, schemas)}</span>${each.required === true ? "" : ' <span class="optional">optional</span>'}</dt><dd>${inline(each.description ?? each.schema.description ?? "")}</dd>`,
        ],
  );
  return rows.length === 0 ? "" : `<h4>Parameters</h4><dl class="fields">${rows.join("")}</dl>`;
}

/** A body in each of its media types. */
function contentOf(content: Record<string, Media>, schemas: Schemas, isShown: boolean): string {
  return Object.entries(content)
    .map(([type, media]) => {
      const { schema } = media;
      const example = media.example ?? exampleOf(schema, schemas);
      const isJson = type.endsWith("json");
      const name = schema.$ref?.split("/").at(-1);
      const list = isShown ? fields(name === undefined ? schema : schemas[name], schemas) : fields(schema, schemas);
      const shown = isJson && example !== undefined ? block("json", JSON.stringify(example, null, 2)) : "";
      return `<p><code>${escaped(type)}</code>: ${typeOf(schema, schemas)}</p>${list}${shown}`;
    })
    .join("");
}

function responsesOf({ responses }: Operation, schemas: Schemas): string {
  const [good, bad] = [true, false].map((wanted) =>
    Object.entries(responses).filter(([status]) => Number(status) < 400 === wanted && status !== "default"),
  );
  const any =
    responses.default === undefined || good.length > 0 ? "" : `<p>${inline(responses.default.description)}</p>`;
  const successes = good.map(
    ([status, { description, content, headers = {} }]) =>
      `<dt><code>${status}</code></dt><dd>${inline(description)}${content === undefined ? "" : contentOf(content, schemas, false)}${headersOf(headers)}</dd>`,
  );
  const problems = bad.map(
    ([status, { description }]) => `<dt><code>${status}</code></dt><dd>${inline(description)}</dd>`,
  );
  return `<h4>Responses</h4>${any}<dl class="fields">${successes.join("")}</dl>${problems.length === 0 ? "" : `<h4>Problems</h4><dl class="fields problems">${problems.join("")}</dl>`}`;
}

/** Headers that say something of this response; those of every response are told once. */
const EVERYWHERE = ["X-Request-Id", "Access-Control-Allow-Origin"];
function headersOf(headers: Record<string, unknown>): string {
  const own = Object.keys(headers).filter((name) => !EVERYWHERE.includes(name));
  return own.length === 0 ? "" : `<p>Headers: ${own.map((name) => `<code>${escaped(name)}</code>`).join(", ")}</p>`;
}

function operationPart(method: string, path: string, operation: Operation, schemas: Schemas): string {
  const { operationId: id, summary, description, requestBody, security } = operation;
  const body =
    requestBody === undefined
      ? ""
      : `<h4>Body${requestBody.required === true ? "" : ' <span class="optional">optional</span>'}</h4>${contentOf(requestBody.content, schemas, true)}`;
  return `<article class="operation" id="${id}"><details><summary><span class="method ${method}">${method.toUpperCase()}</span> <code>${escaped(path).replaceAll("/", "/<wbr>")}</code> <span class="summary">${inline(summary)}</span></summary>
${paragraphs(description)}<p>${accessOf(security)} <a class="anchor" href="#${id}">Link to this call</a></p>${parametersOf(operation, schemas)}${body}${responsesOf(operation, schemas)}</details></article>`;
}

function schemaPart(name: string, schema: Schema, schemas: Schemas): string {
  const kinds = schema.oneOf ?? schema.anyOf;
  return `<article class="schema" aria-labelledby="schema-${name}">${heading(3, `schema-${name}`, name)}${paragraphs(schema.description ?? "")}${kinds === undefined ? "" : `<p>One of: ${typeOf(schema, schemas)}.</p>`}${fields(schema, schemas)}</article>`;
}

/** The page. */
export function referencePage({ info, tags, paths, webhooks = {}, components: { schemas } }: Description): string {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const sections = tags.map(({ name, description }) => {
    const parts = all.filter(({ operation }) => operation.tags[0] === name);
    return `<section aria-labelledby="${idOf(name)}">${heading(2, idOf(name), escaped(name))}<p>${inline(description)}</p>
${parts.map(({ method, path, operation }) => operationPart(method, path, operation, schemas)).join("\n")}</section>`;
  });
  const sent = Object.entries(webhooks).map(([type, methods]) =>
    operationPart("post", type, Object.values(methods)[0], schemas),
  );
  const shown = Object.entries(schemas).filter(([, schema]) => hasPart(schema));
  return page({
    path: "/docs/reference",
    title: "Trix: API reference",
    description: "Every call in the Trix API, with its fields, responses and problems.",
    body: [
      '<div class="columns">',
      contents(
        [
          ...tags.map(({ name }) => ({ id: idOf(name), title: escaped(name) })),
          { id: "deliveries", title: "What webhooks receive" },
          { id: "schemas", title: "Schemas" },
        ],
        '<input class="search" type="search" name="filter" placeholder="Filter calls and schemas" aria-label="Filter calls and schemas" hidden>',
      ),
      `<main id="content" class="guide reference"><h1>API reference</h1><p class="lead">Every call, made from the published <a href="/openapi.json">OpenAPI file</a>, version ${escaped(info.version)}. New here? Read the <a href="/docs">guide</a> first.</p>`,
      paragraphs(info.description.split("\n\n").slice(1).join("\n\n")),
      `<p>Every response has an <code>X-Request-Id</code>, and any page may call the API.</p>`,
      ...sections,
      `<section aria-labelledby="deliveries">${heading(2, "deliveries", "What webhooks receive")}<p>Requests that the server sends to your endpoint.</p>${sent.join("\n")}</section>`,
      `<section aria-labelledby="schemas">${heading(2, "schemas", "Schemas")}${shown.map(([name, schema]) => schemaPart(name, schema, schemas)).join("\n")}</section>`,
      "</main></div>",
    ].join("\n"),
  });
}
