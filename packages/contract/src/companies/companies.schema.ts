import { z } from "zod";
import { WebAddress } from "../integration/web-address.ts";
import { isApiHost } from "../kit/host.ts";
import { emptyAsNull, requiredText, text } from "../kit/text.ts";
import { companyMessages as says } from "./companies.messages.ts";
import { isHost, SLUG, SLUG_MAX } from "./companies.rules.ts";

/** A company as platform admins see it. */
export const Company = z.object({
  id: z.number(),
  name: z.string(),
  website: z.string().nullable(),
  /** Where its users find this product. */
  mcc_host: z.string().nullable(),
  /** Its storefront. */
  ecommerce_url: z.string().nullable(),
  /** What the integration API calls it. */
  slug_name: z.string(),
  logo: z.string().nullable(),
  label: z.string(),
  /** Nobody can sign in since then, and from the second time on everything is deleted. */
  closed_at: z.string().nullable(),
  delete_after: z.string().nullable(),
});
export type Company = z.output<typeof Company>;

const Slug = text(SLUG_MAX).regex(SLUG, says.slugFormat);

/** A PUT replaces the three addresses; a slug that is left out stays, or is made of the name of a new company. */
export const CompanyFields = z.object({
  name: requiredText(says.nameRequired).trim(),
  website: emptyAsNull(WebAddress),
  mcc_host: emptyAsNull(
    text()
      .trim()
      .toLowerCase()
      .refine(isHost, says.hostFormat)
      .refine((host) => !isApiHost(host), says.apiHost),
  ),
  ecommerce_url: emptyAsNull(WebAddress),
  slug_name: emptyAsNull(Slug),
});
export type CompanyFields = z.output<typeof CompanyFields>;
