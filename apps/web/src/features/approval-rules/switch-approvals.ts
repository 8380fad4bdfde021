import type { SessionCompany } from "@mcc/contract/access/session.ts";
import { updateCompanyConfiguration } from "@mcc/contract/company-settings/company-settings.api.ts";
import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { errorMessages } from "@mcc/contract/kit/error-messages.ts";
import { call } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { focusHeading } from "../../platform/page/focus-heading.ts";
import { failureToast } from "../../platform/records/action.ts";
import { authState } from "../../platform/session/auth-state.ts";
import { ruleTexts as texts } from "./approval-rules.texts.ts";
import { invalidateRules } from "./use-rules.ts";

const save = async (company: SessionCompany, on: boolean): Promise<void> => {
  await call(updateCompanyConfiguration, { params: { id: company.id }, body: { has_order_approval: on } });
  // Shown immediately; whether the user is an approver, and with it the menu, comes from the server.
  authState.updateCompany({
    has_order_approval: on,
    features: { ...company.features, order_approval: on },
  });
  // The pressed button is no longer on the page.
  focusHeading();
  await invalidateRules();
};

export const enableApprovals = (company: SessionCompany): Promise<void> =>
  save(company, true).catch((error: unknown) => failureToast(texts.activateFailed, error));

const hasPending = async (): Promise<boolean> => {
  const { count } = await call(pendingList.page, { query: { limit: "1" } });
  return count > 0;
};

const tellPending = async (goThere: () => void): Promise<void> => {
  const go = await confirm({
    title: texts.pendingTitle,
    content: errorMessages.approvalsPending,
    confirm: texts.takeMeThere,
    cancel: texts.close,
  });
  if (go) goThere();
};

const isPendingRefusal = (error: unknown): boolean => error instanceof CallError && error.status === 409;

/** Approvals cannot be disabled while orders are pending: the user is led to the pending orders. */
export const deactivateApprovals = async (company: SessionCompany, goThere: () => void): Promise<void> => {
  try {
    if (await hasPending()) return await tellPending(goThere);
    const yes = await confirm({
      title: texts.deactivateTitle,
      content: texts.deactivateQuestion,
      confirm: texts.deactivateConfirm,
      tone: "danger",
    });
    if (yes) await save(company, false);
  } catch (error) {
    // An order has arrived since the check.
    if (isPendingRefusal(error)) return tellPending(goThere);
    failureToast(texts.deactivateFailed, error);
  }
};
