import { z } from "zod";
import { companyMessages } from "../companies/companies.messages.ts";

/**
 * Of a file; each of its sites may bring a password, which takes time to be stored. `names` are the users and sites that
 * the rows of nodes name, which are looked up all at once.
 */
export const FILE_LIMITS = { bytes: 5 * 1024 * 1024, nodes: 5_000, names: 20_000, sites: 2_000 } as const;

const ID = /^[1-9]\d{0,14}$/;

/** A form sends texts. */
export const ImportFile = z.object({
  company: z
    .string({ error: companyMessages.noCompany })
    .regex(ID, companyMessages.noCompany)
    .transform(Number)
    .describe("The id of the company"),
  progress: z
    .uuid("This must be a UUID.")
    .optional()
    .describe("Made up by the sender, to ask for the progress meanwhile"),
});
