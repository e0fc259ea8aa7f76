/** The problem document of every error. */

import { z } from "@hono/zod-openapi";
import { GameView } from "./game.ts";

const FaultItem = z
  .object({
    in: z.enum(["body", "query", "path", "header"]).openapi({ description: "The part of the request." }),
    pointer: z.string().openapi({
      description: "A JSON pointer into the body, or `/name` for a parameter or header.",
      example: "/rules/doubling/order",
    }),
    code: z.string().openapi({ description: "A stable code for programs.", example: "out_of_range" }),
    message: z.string().openapi({
      description: "A message for people.",
      example: '"doubling.order" must be one of simultaneous, sequential.',
    }),
  })
  .openapi("Fault");

export const ProblemDocument = z
  .object({
    type: z.string().openapi({ example: "urn:trix:problem:must_follow_suit" }),
    title: z.string().openapi({ example: "Must follow suit" }),
    status: z.int().min(400).max(599).openapi({ example: 422 }),
    detail: z.string().openapi({
      description:
        "What is wrong and what to do, for people, in the language that `Accept-Language` asks for. For errors that only the author of a program can fix, in English.",
    }),
    instance: z.string().openapi({ description: "Identifies this occurrence of the problem." }),
    code: z.string().openapi({
      description: "A stable code for programs. New codes can be added. Treat an unknown code by its `status`.",
      example: "must_follow_suit",
    }),
    requestId: z.string().openapi({ description: "The same value as the X-Request-Id header." }),
    errors: z.array(FaultItem).optional().openapi({ description: "What is wrong with each part of the request." }),
    game: GameView.optional().openapi({
      description: "The game as the caller sees it now, if a call to a game was rejected.",
    }),
  })
  .openapi("Problem", { description: "Every error, in the format of RFC 9457." });
