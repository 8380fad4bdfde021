import { companyMessages as says } from "@mcc/contract/companies/companies.messages.ts";
import { slugOf } from "@mcc/contract/companies/companies.rules.ts";
import type { Company, CompanyFields } from "@mcc/contract/companies/companies.schema.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import { namesOf, themeIdOf } from "@mcc/contract/theme/theme.rules.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { writeUnique } from "../../platform/db/unique.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./companies.queries.ts";

/** They can be renamed, and others be added. */
const FIRST_RECORDS = { siteType: "Site", warehouse: "Main Warehouse" };

interface Closed {
  readonly closed_at: Date | null;
  readonly delete_after: Date | null;
}

/** The times of a closed company as texts. */
export const toCompany = <C extends Closed>({ closed_at, delete_after, ...company }: C) => ({
  ...company,
  closed_at: closed_at?.toISOString() ?? null,
  delete_after: delete_after?.toISOString() ?? null,
});

export const findCompany = async ({ db }: PlatformScope, id: number): Promise<Company> =>
  toCompany((await queries.findCompany(db, id)) ?? fail("not_found"));

const UNIQUE = [
  { index: "companies_name", field: "name", message: says.nameTaken },
  { index: "companies_slug", field: "slug_name", message: says.slugTaken },
  { index: "companies_host", field: "mcc_host", message: says.hostTaken },
] as const;

/** What a request leaves out is removed. */
const addressesIn = ({ website = null, mcc_host = null, ecommerce_url = null }: CompanyFields) => ({
  ...{ website, mcc_host, ecommerce_url },
});

/** Hosts with a hyphen do not say how a company is written. */
const namesFor = ({ mcc_host, name }: Pick<Company, "mcc_host" | "name">) => {
  const id = themeIdOf(mcc_host ?? "");
  if (id === undefined || id.includes("-")) return { label: name, short_name: name };
  const { label, short_name } = namesOf(id);
  return { label, short_name };
};

/** No two companies have one: it names the files of a theme. Neither a host nor a slug yields one with a capital. */
const themeIdFor = async (
  { db }: PlatformScope,
  { mcc_host, slug_name }: Pick<Company, "mcc_host" | "slug_name">,
  companyId?: number,
): Promise<string> => {
  const wanted = [themeIdOf(mcc_host ?? "") ?? slug_name, slug_name];
  const taken = await queries.takenThemeIds(db, wanted, companyId);
  return wanted.find((id) => !taken.includes(id)) ?? `Own-${slug_name}`;
};

export const createCompany = async (scope: PlatformScope, given: CompanyFields): Promise<Company> => {
  const { name } = given;
  const slug_name = given.slug_name ?? slugOf(name);
  if (slug_name === "") failField("slug_name", says.slugRequired);
  const fields = { name, slug_name, ...addressesIn(given) };
  const theme_id = await themeIdFor(scope, fields);
  const { id } = await writeUnique(
    queries.addCompany(scope.db, { ...fields, ...namesFor(fields), theme_id }),
    ...UNIQUE,
  );
  await queries.addFirstRecords(scope.db, id, FIRST_RECORDS);
  const company = await findCompany(scope, id);
  await addChangeEntry(scope, { action: "company.created", record: company, companyId: id });
  return company;
};

/** Label and short name follow the company while they are those that follow from it. A change without effect is not audited. */
export const updateCompany = async (
  { changes }: Services,
  scope: PlatformScope,
  id: number,
  given: CompanyFields,
): Promise<Company> => {
  const { short_name, ...before } = toCompany((await queries.lockCompany(scope.db, id)) ?? fail("not_found"));
  const slug_name = given.slug_name ?? before.slug_name;
  const fields = { name: given.name, slug_name, ...addressesIn(given) };
  const derived = namesFor(before);
  const isDerived = derived.label === before.label && derived.short_name === short_name;
  const theme_id = await themeIdFor(scope, fields, id);
  const changed = { ...fields, theme_id, ...(isDerived ? namesFor(fields) : {}) };
  await writeUnique(queries.setCompany(scope.db, id, changed), ...UNIQUE);
  const company = await findCompany(scope, id);
  if (JSON.stringify(company) === JSON.stringify(before)) return company;
  await addChangeEntry(scope, { action: "company.updated", record: company, before, companyId: id });
  scope.afterCommit(() => changes.announce({ kind: "company", companyId: id, siteIds: "all" }));
  return company;
};
