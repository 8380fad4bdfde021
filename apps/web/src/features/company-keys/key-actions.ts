import {
  companyKeys,
  deleteCompanyKey,
  findCompanyKey,
} from "@mcc/contract/company-keys/company-keys.api.ts";
import type { CompanyKey } from "@mcc/contract/company-keys/company-keys.schema.ts";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { showSecret } from "../../platform/dialogs/show-secret.tsx";
import { saveRecord } from "../../platform/records/action.ts";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { companyKeyTexts as texts } from "./company-keys.texts.ts";

const refresh = () => invalidate([companyKeys, findCompanyKey]);

/** Creates a key and shows it, which the server does once. */
export const createAndShow = async (send: () => Promise<{ readonly key: string }>): Promise<void> => {
  let secret = "";
  await saveRecord({
    send,
    onSuccess: ({ key }) => {
      secret = key;
    },
    success: texts.created,
    failure: texts.createFailed,
    fieldErrorsOnly: true,
    invalidate: refresh,
  });
  showSecret({ title: texts.keyTitle, note: texts.keyNote, noun: texts.keyNoun, secret });
};

export const deleteKey = ({ id, name, prefix }: CompanyKey, after?: () => unknown) =>
  confirmDelete({
    key: [deleteCompanyKey.path, id],
    title: texts.deleteTitle,
    question: texts.deleteQuestion(name, prefix),
    confirm: texts.delete,
    send: () => call(deleteCompanyKey, { params: { id } }),
    success: texts.deleted,
    failure: texts.deleteFailed,
    invalidate: async () => {
      await after?.();
      await invalidate([companyKeys]);
    },
  });
