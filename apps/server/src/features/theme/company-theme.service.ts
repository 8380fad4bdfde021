import { fail } from "@mcc/contract/kit/errors.ts";
import type { CompanyTheme, ThemeChanges } from "@mcc/contract/theme/company-theme.schema.ts";
import type { PlatformScope } from "../../platform/access/scope.ts";
import { mustBeClean } from "../../platform/files/virus-scanner.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import { drawLogo } from "./draw-logo.ts";
import * as queries from "./theme.queries.ts";

export const findCompanyTheme = async ({ db }: PlatformScope, companyId: number): Promise<CompanyTheme> =>
  (await queries.findTheme(db, companyId)) ?? fail("not_found");

type Change = (before: CompanyTheme) => Promise<Partial<CompanyTheme>>;

/** On record in the company, whose open pages get the new look. A change without effect is neither. */
const changeTheme = async (
  { changes }: Services,
  scope: PlatformScope,
  companyId: number,
  change: Change,
): Promise<CompanyTheme> => {
  const { db } = scope;
  const before = (await queries.lockTheme(db, companyId)) ?? fail("not_found");
  const after = { ...before, ...(await change(before)) };
  if (JSON.stringify(after) === JSON.stringify(before)) return before;
  await queries.setTheme(db, companyId, after);
  const audited = (theme: CompanyTheme) => ({ ...theme, id: companyId });
  await addChangeEntry(scope, {
    ...{ action: "theme.updated", record: audited(after), before: audited(before), companyId },
  });
  scope.afterCommit(() => changes.announce({ kind: "company", companyId, siteIds: "all" }));
  return after;
};

export const updateCompanyTheme = (
  services: Services,
  scope: PlatformScope,
  companyId: number,
  given: ThemeChanges,
): Promise<CompanyTheme> => changeTheme(services, scope, companyId, async () => given);

export const uploadCompanyLogo = async (
  services: Services,
  scope: PlatformScope,
  companyId: number,
  file: Buffer,
): Promise<CompanyTheme> => {
  await findCompanyTheme(scope, companyId);
  await mustBeClean(services, file);
  const { content, hash } = await drawLogo(file); // before the company is locked
  return changeTheme(services, scope, companyId, async () => {
    await queries.keepLogo(scope.db, companyId, hash, content);
    return { logo: `/theme/company-logos/${companyId}-${hash}.png` };
  });
};

export const deleteCompanyLogo = (
  services: Services,
  scope: PlatformScope,
  companyId: number,
): Promise<CompanyTheme> =>
  changeTheme(services, scope, companyId, async () => {
    await queries.deleteLogo(scope.db, companyId);
    return { logo: null };
  });
