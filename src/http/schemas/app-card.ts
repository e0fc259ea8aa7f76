/** An app as others see it, and the header by which it acts for its users. */

import { z } from "@hono/zod-openapi";
import { PlayerName } from "./name.ts";

export const APP_ID = /^ap_[a-z2-7]{16}$/;

export const AppId = z.string().openapi("AppId", { pattern: APP_ID.source, example: "ap_2w7k4hq5vxm3n6zt" });
export const AppName = PlayerName;

export const AppCard = z
  .object({
    id: AppId,
    name: z.string().openapi({ example: "Trix for Discord" }),
    owner: z.string().openapi({
      description: "The account that runs the app. It could read the hands of all the app's users.",
      example: "pl_h5zq3rw2kxn4m7ta",
    }),
  })
  .openapi("AppCard", {
    description: "The app through which a player plays.",
    example: { id: "ap_2w7k4hq5vxm3n6zt", name: "Trix for Discord", owner: "pl_h5zq3rw2kxn4m7ta" },
  });

/** Where a user comes from, and who they are there. */
export const IDENTITY = /^[a-z][a-z0-9_-]{0,31}:[\x21-\x7e]{1,128}$/;
const IDENTITY_LENGTH = 161;
export const IDENTITY_MEANING =
  "An identity is a lowercase source, a colon, and up to 128 ASCII characters without spaces, such as discord:1234.";

export const Identity = z.string().max(IDENTITY_LENGTH).regex(IDENTITY, IDENTITY_MEANING);

/** The header by which an app acts for its users, as the description names it. The intake checks it: a schema would read all headers of every call. */
export const ACT_AS = {
  schema: { type: "string" as const, maxLength: IDENTITY_LENGTH, pattern: IDENTITY.source, example: "discord:1234" },
  required: false,
  name: "trix-act-as",
  in: "header" as const,
  description:
    "With an app's token: the user that the app acts for, as an identity that the app chooses. The server creates the user the first time you name them.",
};
