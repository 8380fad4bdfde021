import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { findSupportAccess, revokeSupportAccess } from "@mcc/contract/support-access/support-access.api.ts";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { runAction } from "../../platform/records/action.ts";
import { supportTexts as texts } from "./support-access.texts.ts";

/** Everybody's banner follows from the signed-in user. */
export const refreshSupportAccess = (): Promise<unknown> => invalidate([findSupportAccess, currentUser]);

export const askToRevoke = async (): Promise<void> => {
  const content = texts.revokeQuestion;
  if (!(await confirm({ title: texts.revokeTitle, content, confirm: texts.revoke, tone: "danger" }))) return;
  await runAction({
    key: [revokeSupportAccess.path],
    send: () => call(revokeSupportAccess, {}),
    success: texts.revoked,
    failure: texts.revokeFailed,
    invalidate: refreshSupportAccess,
  });
};
