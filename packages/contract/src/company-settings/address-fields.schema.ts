import { z } from "zod";
import { isEmail, requiredText, text } from "../kit/text.ts";
import { addressMessages as says } from "./addresses.messages.ts";
import { COUNTRIES } from "./countries.ts";

/** The most characters that each field takes. */
export const ADDRESS_MAX = {
  name: 50,
  name_ext: 50,
  phone: 20,
  email: 50,
  street: 50,
  street2: 50,
  postal_code: 10,
  city: 60,
  region: 20,
} as const;

const optional = (max?: number) =>
  text(max)
    .trim()
    .nullish()
    .transform((value) => value || null);

const required = (field: keyof typeof ADDRESS_MAX, missing: string) =>
  requiredText(missing, ADDRESS_MAX[field]).trim();

/** The fields that need no other to be checked; a form has these too. */
export const addressFields = {
  name: required("name", says.nameRequired),
  name_ext: optional(ADDRESS_MAX.name_ext),
  phone: optional(ADDRESS_MAX.phone),
  email: optional(ADDRESS_MAX.email).refine((email) => email === null || isEmail(email), says.emailWrong),
  street: required("street", says.streetRequired),
  street2: optional(ADDRESS_MAX.street2),
  postal_code: optional(ADDRESS_MAX.postal_code),
  city: required("city", says.cityRequired),
  country: requiredText(says.countryRequired)
    .trim()
    .toUpperCase()
    .refine((country) => country === "" || COUNTRIES.includes(country), says.countryUnknown),
};

export const NewAddress = z.object({
  ...addressFields,
  region: optional().describe("In the US and Canada the code or the name of a region, elsewhere any text"),
  region_code: optional().describe("In the US and Canada, where it takes precedence over `region`"),
  is_default_billing_address: z.literal(true, { error: says.onlyDefault }).default(true),
});
export type NewAddress = z.output<typeof NewAddress>;

/** Omitted fields keep their values, but another country takes the region along. */
export const AddressChanges = NewAddress.extend({
  is_default_billing_address: z.literal(true, { error: says.onlyDefault }),
}).partial();
export type AddressChanges = z.output<typeof AddressChanges>;
