import { z } from "zod";

/** A postal address of the company. */
export const Address = z.object({
  id: z.number(),
  name: z.string(),
  name_ext: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  street: z.string(),
  street2: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string(),
  region: z.string().nullable(),
  region_code: z.string().nullable(),
  country: z.string(),
  is_default_billing_address: z.boolean(),
});
export type Address = z.output<typeof Address>;
