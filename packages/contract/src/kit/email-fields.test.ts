import { expect, test } from "vitest";
import type { z } from "zod";
import { NewAddress } from "../company-settings/address-fields.schema.ts";
import { ProfileChanges } from "../profile/profile.schema.ts";
import { newSiteOf, sheetCellsOf, siteChangesOf } from "../sites/site-fields.schema.ts";
import { NewUser, UserChanges, UserClone } from "../users/users.schema.ts";

const company = { has_company_hierarchy: false, has_location_name_required: false };

/** Every field of the product that takes an e-mail address. */
const FIELDS: readonly [schema: string, z.ZodType, field: string][] = [
  ["a new user", NewUser, "email"],
  ["a cloned user", UserClone, "email"],
  ["a changed user", UserChanges, "email"],
  ["a profile", ProfileChanges, "email"],
  ["a new site", newSiteOf(company), "ecommerce_user_email"],
  ["a changed site", siteChangesOf(company), "ecommerce_user_email"],
  ["a site of a spreadsheet", sheetCellsOf(company), "ecommerce_user_email"],
  ["a billing address", NewAddress, "email"],
];

const messagesOf = (schema: z.ZodType, field: string, email: string): string[] =>
  (schema.safeParse({ [field]: email }).error?.issues ?? [])
    .filter(({ path }) => path[0] === field)
    .map(({ message }) => message);

test.each(FIELDS)("%s takes the same e-mail addresses as all others (SHELL-041)", (_name, schema, field) => {
  for (const email of ["a@b.co", "first.last+tag@sub.example.com", "o'neil@example.com", " a@b.co "])
    expect(messagesOf(schema, field, email), email).toEqual([]);
  for (const email of ["a", "a@", "@b.co", "a@b", "a b@c.de", "a@b..co", "a@b.co,c@d.co", "a@b.c o"])
    expect(messagesOf(schema, field, email), email).toEqual(["Incorrect email format"]);
});
