import {
  deleteSsoConnection,
  findSsoConnection,
  findSsoTest,
  ssoConnections,
  updateSsoConnection,
} from "@mcc/contract/single-sign-on/connections.api.ts";
import type { SsoConnection } from "@mcc/contract/single-sign-on/connections.schema.ts";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { runAction } from "../../platform/records/action.ts";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { ssoTexts as texts } from "./single-sign-on.texts.ts";

export const refreshConnections = () => invalidate([ssoConnections, findSsoConnection, findSsoTest]);

export const switchConnection = async ({ id, name, enabled }: SsoConnection): Promise<void> => {
  const question = { title: texts.offTitle, content: texts.offQuestion(name), confirm: texts.switchOff };
  if (enabled && !(await confirm({ ...question, tone: "danger" }))) return;
  await runAction({
    key: [updateSsoConnection.path, id],
    send: () => call(updateSsoConnection, { params: { id }, body: { enabled: !enabled } }),
    success: enabled ? texts.switchedOff : texts.switchedOn,
    failure: texts.switchFailed,
    invalidate: refreshConnections,
  });
};

export const deleteConnection = (
  { id, name }: SsoConnection,
  after: () => unknown = () => invalidate([ssoConnections]),
) =>
  confirmDelete({
    key: [deleteSsoConnection.path, id],
    title: texts.deleteTitle,
    question: texts.deleteQuestion(name),
    confirm: texts.delete,
    send: () => call(deleteSsoConnection, { params: { id } }),
    success: texts.deleted,
    failure: texts.deleteFailed,
    invalidate: async () => after(),
  });
