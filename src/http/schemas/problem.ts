/** The problem document of every error. */

import { z } from "@hono/zod-openapi";
import { GameView } from "./game.ts";

const FaultItem = z
  .object({
    in: z.enum(["body", "query", "path", "header"]).openapi({ description: "Which part of the request is meant." }),
    pointer: z.string().openapi({
      description: "A JSON pointer into the body; `/name` for a parameter or header.",
      example: "/rules/doubling/order",
    }),
    code: z.string().openapi({ description: "Stable, for programs.", example: "out_of_range" }),
    message: z
      .string()
      .openapi({ description: "For people.", example: '"doubling.order" takes one of simultaneous, sequential.' }),
  })
  .openapi("Fault");

export const ProblemDocument = z
  .object({
    type: z.string().openapi({ example: "urn:trix:problem:must_follow_suit" }),
    title: z.string().openapi({ example: "Must follow suit" }),
    status: z.int().min(400).max(599).openapi({ example: 422 }),
    detail: z.string().openapi({ description: "What to do about it, for people." }),
    instance: z.string().openapi({ description: "Names this one occurrence." }),
    code: z.string().openapi({
      description: "Stable, for programs. More codes may come: treat an unknown one by its `status`.",
      example: "must_follow_suit",
    }),
    requestId: z.string().openapi({ description: "The same as the X-Request-Id header." }),
    errors: z.array(FaultItem).optional().openapi({ description: "Where the request is at fault, part by part." }),
    game: GameView.optional().openapi({
      description: "The game as the caller sees it now, where a call of a game is refused.",
    }),
  })
  .openapi("Problem", { description: "Every error, in the form of RFC 9457." });
