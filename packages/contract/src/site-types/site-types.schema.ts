import { z } from "zod";
import { requiredText } from "../kit/text.ts";
import { siteTypeMessages } from "./site-types.messages.ts";

export const SiteType = z.object({ id: z.number(), name: z.string() });
export type SiteType = z.output<typeof SiteType>;

/** No two site types of a company have the same name, in capitals or not. */
export const NewSiteType = z.object({ name: requiredText(siteTypeMessages.nameRequired).trim() });
export type NewSiteType = z.output<typeof NewSiteType>;
