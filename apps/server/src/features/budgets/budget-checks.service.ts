import { budgetMessages as messages } from "@mcc/contract/budgets/budgets.messages.ts";
import type { NewBudget } from "@mcc/contract/budgets/budgets.schema.ts";
import { AppError, type FieldErrors } from "@mcc/contract/kit/errors.ts";
import { notFoundMessage } from "@mcc/contract/kit/schema-messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { type CheckedBudget, findNamed } from "./budget-checks.queries.ts";
import { findToday } from "./budgets.queries.ts";

/** The first day of the calendar's month, quarter or year. */
const firstDay = (period: NewBudget["period"], today: string): string => {
  const [year, month] = today.split("-").map(Number) as [number, number];
  const first = { month, quarter: month - ((month - 1) % 3), year: 1, custom: month }[period];
  return `${year}-${String(first).padStart(2, "0")}-01`;
};

/** Everything that is wrong with a budget is said at once, each on its field. */
export const checkBudget = async (
  scope: CompanyScope,
  given: NewBudget,
  /** `held` is what it has now: something that it names may be gone since then. */
  { isNewPeriod, held }: { readonly isNewPeriod: boolean; readonly held?: NewBudget },
): Promise<CheckedBudget> => {
  const starts_on = given.starts_on || firstDay(given.period, await findToday(scope));
  const checked = { ...given, starts_on };
  const fields: FieldErrors = {};
  const refuse = (isWrong: boolean, field: string, message: string) => {
    if (isWrong) fields[field] ??= [message];
  };
  refuse(!!given.ends_on && given.ends_on < starts_on, "ends_on", messages.endBeforeStart);
  if (fields.ends_on) throw new AppError("input.invalid", { fields });
  const known = await findNamed(scope, checked);
  // A deleted site keeps its orders in the budget; a node without anything below it does not.
  const isNew = (key: "sites" | "nodes" | "field" | "owners"): boolean =>
    !held || JSON.stringify(held[key] ?? null) !== JSON.stringify(given[key] ?? null);
  refuse(isNew("sites") && known.sites < given.sites.length, "sites", notFoundMessage("site"));
  refuse(known.nodes < given.nodes.length, "nodes", notFoundMessage("node"));
  refuse(
    known.overlap !== null,
    "nodes",
    messages.overlap(known.overlap?.below ?? "", known.overlap?.above ?? ""),
  );
  const both = given.sites.length > 0 && given.nodes.length > 0 && known.nodes === given.nodes.length;
  refuse((isNew("sites") || isNew("nodes")) && both && !known.has_site, "sites", messages.noSiteLeft);
  refuse(!!given.role && !known.role, "role", notFoundMessage("role"));
  refuse(isNew("owners") && known.owners < given.owners.length, "owners", notFoundMessage("user"));
  refuse(isNew("field") && !known.has_field, "field", messages.fieldUnknown);
  refuse(isNewPeriod && known.is_over, given.ends_on ? "ends_on" : "starts_on", messages.over);
  if (Object.keys(fields).length > 0) throw new AppError("input.invalid", { fields });
  return checked;
};
