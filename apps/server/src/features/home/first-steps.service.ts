import { can } from "@mcc/contract/access/permissions.ts";
import { FIRST_STEPS, type FirstStep } from "@mcc/contract/home/home.schema.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { findProgress } from "./first-steps.queries.ts";

/** After so many days a company that has orders is not new anymore, whatever it has left out. */
const NEW_DAYS = 90;

/** What a new company has done and what it has not, until all is done or the user has dismissed it. */
export const firstStepsOf = async (scope: CompanyScope): Promise<FirstStep[] | null> => {
  const { who } = scope;
  if (!can(who, "company-admin")) return null;
  const found = await findProgress(scope, NEW_DAYS);
  if (!found || found.is_dismissed || (found.orders && !found.is_recent)) return null;
  const branding = who.company?.logo != null || who.company?.accent_color != null;
  const done = { ...found, branding };
  const steps = FIRST_STEPS.filter((step) => step !== "rules" || can(who, "approval:configure")).map(
    (step) => ({ step, is_done: done[step] }),
  );
  return steps.every(({ is_done }) => is_done) ? null : steps;
};
