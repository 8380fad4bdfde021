import type { CompanyScope } from "../../platform/scope.ts";
import { addEvent } from "../events/events.service.ts";
import { dropStepsAbove, hasOpenStep } from "./approvals.queries.ts";

/** After a smaller total: steps above it go, given approvals stay. True when nothing is open: the order is accepted. */
export const reconsiderSteps = async (
  scope: CompanyScope,
  { id, identifier, total }: { id: number; identifier: string; total: string },
): Promise<boolean> => {
  await dropStepsAbove(scope, id, total);
  if (await hasOpenStep(scope, id)) return false;
  await addEvent(scope.db, { type: "order.approved", payload: { identifier, total } });
  return true;
};
