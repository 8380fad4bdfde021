import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { flag, pagedQuery, pageOf } from "../kit/list.ts";

const LiteSite = z.object({ id: z.number(), name: z.string(), node: z.number().nullable() });

export const liteSites = endpoint({
  method: "GET",
  path: "/sites/",
  summary: "The sites somebody may see, by name",
  allow: "company:member",
  query: pagedQuery({ liteVersion: flag.optional() }),
  reply: pageOf(LiteSite),
});
