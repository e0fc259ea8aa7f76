/**
 * What Spectral holds the description to: its own rules for OpenAPI and those of the OWASP API Security Top 10, all as they
 * come, but for the exceptions below, each with its reason.
 */

import owaspModule from "@stoplight/spectral-owasp-ruleset";
import { oas } from "@stoplight/spectral-rulesets";

const owasp = owaspModule.default ?? owaspModule;

/** The same rule, held against what clients send: request bodies and parameters. */
const ofRequests = (name, type) => ({
  ...owasp.rules[name],
  given: [
    "$.components.schemas[?(@property.match(/Request$/))]",
    "$.paths..parameters",
    "$.paths..requestBody",
  ].flatMap((root) => [
    `${root}..[?(@ && @.type=="${type}")]`,
    `${root}..[?(@ && @.type && @.type.constructor.name === "Array" && @.type.includes("${type}"))]`,
  ]),
});

export default {
  extends: [
    [oas, "recommended"],
    [owasp, "recommended"],
  ],
  rules: {
    // Limits keep a server from being flooded, so every one of them is demanded of requests. An answer's bounds are a promise to
    // clients which could never be widened again; they stand where the rules of the game set them (four seats, 13 cards).
    "owasp:api4:2023-array-limit": ofRequests("owasp:api4:2023-array-limit", "array"),
    "owasp:api4:2023-integer-limit": ofRequests("owasp:api4:2023-integer-limit", "integer"),
    "owasp:api4:2023-string-limit": ofRequests("owasp:api4:2023-string-limit", "string"),
    "owasp:api4:2023-string-restricted": ofRequests("owasp:api4:2023-string-restricted", "string"),

    // Whoever runs a server is its contact; this document is served by all of them.
    "info-contact": "off",

    // A WebSocket opens with 101, which the rule does not know for a success.
    "operation-success-response": {
      ...oas.rules["operation-success-response"],
      given: "$.paths[?(!@property.match(/\\/socket$/))][get,put,post,delete,patch]",
    },

    // Since 3.1 any scheme's list may name what a token must be allowed to do; the rule knows that of OAuth alone.
    "oas3-operation-security-defined": "off",

    // The id of a token is a name by which its owner revokes it, and authorises nothing: only the parameter of that name is let through.
    "owasp:api2:2023-no-credentials-in-url": {
      ...owasp.rules["owasp:api2:2023-no-credentials-in-url"],
      given: ["$..parameters[?(@ && @.in && @.in.match(/query|path/) && @.name !== 'tokenId')].name"],
    },

    // Budgets are named by RateLimit-Policy and at GET /v1/limits. The platform's limiter tells nobody what is left of one, so that
    // the headers that this rule looks for could only be invented.
    "owasp:api4:2023-rate-limit": "off",
  },
  overrides: [
    {
      // The rule takes the shelf of header components for a response.
      files: ["**#/components/headers"],
      rules: { "owasp:api8:2023-define-cors-origin": "off" },
    },
    {
      // Reading what is the same for everybody needs no token, and looks at none: there is no 401 to describe.
      files: ["**#/paths/~1healthz/get", "**#/paths/~1openapi.json/get", "**#/paths/~1v1~1limits/get"],
      rules: { "owasp:api2:2023-read-restricted": "off", "owasp:api8:2023-define-error-responses-401": "off" },
    },
    {
      // Whether the server is well may be asked as often as anybody likes: it counts toward no budget.
      files: ["**#/paths/~1healthz/get"],
      rules: { "owasp:api4:2023-rate-limit-responses-429": "off" },
    },
    {
      // The first call of a newcomer makes the account that tokens are for; checking a record stores nothing and knows nobody.
      files: ["**#/paths/~1v1~1players/post", "**#/paths/~1v1~1records~1check/post"],
      rules: { "owasp:api2:2023-write-restricted": "off", "owasp:api8:2023-define-error-responses-401": "off" },
    },
    {
      // Free text: names of people in every script, seeds, what a text record may say in its header lines. Their length is bounded,
      // and what they may not hold (control characters, direction marks) is said in words: such classes need Unicode patterns,
      // which not every generator reads alike. A decision's id is opaque.
      files: [
        "**#/components/schemas/PlayerRequest/properties/name",
        "**#/components/schemas/AppRequest/properties/name",
        "**#/components/schemas/UserRequest/properties/name",
        "**#/components/schemas/TokenRequest/properties/name",
        "**#/components/schemas/GameRequest/properties/seed",
        "**#/components/schemas/RecordRequest/properties",
        "**#/paths/~1v1~1records~1check/post/requestBody",
        "**#/components/schemas/ActionRequest/properties/decision",
      ],
      rules: { "owasp:api4:2023-string-restricted": "off" },
    },
  ],
};
