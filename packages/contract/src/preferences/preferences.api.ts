import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { text } from "../kit/text.ts";

/** A user's own settings, by a key such as `columns:orders`. */
const Key = z.object({ key: z.string().regex(/^[a-z]+:[a-z-]{1,60}$/, "This is not a preference.") });
const Value = z.object({ value: z.array(text(100)).max(200) });

export const readPreference = endpoint({
  method: "GET",
  path: "/accounts/preferences/:key/",
  summary: "Get a preference of the signed-in user; null if there is none",
  allow: "company:member",
  params: Key,
  reply: z.object({ value: z.array(z.string()).nullable() }),
});

export const savePreference = endpoint({
  method: "PUT",
  path: "/accounts/preferences/:key/",
  summary: "Save a preference of the signed-in user",
  allow: "company:member",
  params: Key,
  body: Value,
  reply: Value,
  fails: ["preferences.full"],
});
