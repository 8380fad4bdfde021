import { companyMessages as says } from "@mcc/contract/companies/companies.messages.ts";
import { slugOf } from "@mcc/contract/companies/companies.rules.ts";
import type { Company, CompanyFields } from "@mcc/contract/companies/companies.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { DEFAULT_THEME_ID, namesOf, themeIdOf } from "@mcc/contract/theme/theme.rules.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import type { Platform } from "../../platform/platform.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./companies.queries.ts";

/** They can be renamed, and others be added. */
const FIRST_RECORDS = { siteType: "Site", warehouse: "Main Warehouse" };

export const findCompany = async ({ db }: PlatformScope, id: number): Promise<Company> =>
  (await queries.findCompany(db, id)) ?? fail("not_found");

const UNIQUE = [
  { index: "companies_name", field: "name", message: says.nameTaken },
  { index: "companies_slug", field: "slug_name", message: says.slugTaken },
  { index: "companies_host", field: "mcc_host", message: says.hostTaken },
] as const;

/** What a request leaves out is removed. */
const addressesIn = ({ website = null, mcc_host = null, ecommerce_url = null }: CompanyFields) => ({
  ...{ website, mcc_host, ecommerce_url },
});

/** The theme that a page at the host of the company looks for; another host shows the theme by the slug. */
const themeOf = ({ mcc_host, slug_name, name }: Pick<Company, "mcc_host" | "slug_name" | "name">) => {
  const theme_id = themeIdOf(mcc_host ?? "");
  if (theme_id === DEFAULT_THEME_ID) return { theme_id: slug_name, label: name, short_name: name };
  const { label, shortName } = namesOf(theme_id);
  return { theme_id, label, short_name: shortName };
};

export const createCompany = async (scope: PlatformScope, given: CompanyFields): Promise<Company> => {
  const { name } = given;
  const slug_name = given.slug_name ?? slugOf(name);
  if (slug_name === "") failField("slug_name", says.slugRequired);
  const fields = { name, slug_name, ...addressesIn(given) };
  const { id } = await writeUnique(
    queries.addCompany(scope.db, { ...fields, ...themeOf(fields) }),
    ...UNIQUE,
  );
  await queries.addFirstRecords(scope.db, id, FIRST_RECORDS);
  const company = await findCompany(scope, id);
  await addChangeEntry(scope, { action: "company.created", record: company, companyId: id });
  return company;
};

/** The theme follows the company while it is the one that follows from it. A change without effect is not audited. */
export const updateCompany = async (
  { changes }: Platform,
  scope: PlatformScope,
  id: number,
  given: CompanyFields,
): Promise<Company> => {
  const { theme_id, short_name, ...before } = (await queries.lockCompany(scope.db, id)) ?? fail("not_found");
  const slug_name = given.slug_name ?? before.slug_name;
  const fields = { name: given.name, slug_name, ...addressesIn(given) };
  const [derived, now] = [themeOf(before), { theme_id, label: before.label, short_name }];
  const isDerived = JSON.stringify(derived) === JSON.stringify(now);
  const changed = { ...fields, ...(isDerived ? themeOf(fields) : {}) };
  await writeUnique(queries.setCompany(scope.db, id, changed), ...UNIQUE);
  const company = await findCompany(scope, id);
  if (JSON.stringify(company) === JSON.stringify(before)) return company;
  await addChangeEntry(scope, { action: "company.updated", record: company, before, companyId: id });
  scope.afterCommit(() => changes.announce({ kind: "company", companyId: id, siteIds: "all" }));
  return company;
};
