import type { Address } from "@mcc/contract/company-settings/address.schema.ts";
import { ADDRESS_MAX, addressFields } from "@mcc/contract/company-settings/address-fields.schema.ts";
import { regionsOf } from "@mcc/contract/company-settings/regions.ts";
import { text } from "@mcc/contract/kit/text.ts";
import { z } from "zod";

/** The form has one region: the code of one to choose, or a typed one. */
export const AddressForm = z.object({ ...addressFields, region: text(ADDRESS_MAX.region) });
type Field = keyof z.input<typeof AddressForm>;
export type AddressValues = Record<Field, string>;

const FIELDS = Object.keys(AddressForm.shape) as Field[];

export const addressValues = (address: Address | undefined): AddressValues => ({
  ...(Object.fromEntries(FIELDS.map((field) => [field, address?.[field] ?? ""])) as AddressValues),
  region: address?.region_code ?? address?.region ?? "",
});

/** What is sent: a region to choose by its code, a typed one as text. */
export const addressBody = ({ region, ...values }: AddressValues) => ({
  ...values,
  ...(regionsOf(values.country) ? { region: "", region_code: region } : { region, region_code: "" }),
  is_default_billing_address: true as const,
});

const PREFIX = "default_billing_address.";

/** Messages about the address by its fields, also where they come as a part of the company (CONF-082). */
export const addressFieldOf = (field: string): string => field.replace(PREFIX, "");
