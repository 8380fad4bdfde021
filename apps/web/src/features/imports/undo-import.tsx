import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import {
  failedRows,
  findImport,
  importList,
  undoImport as undoEndpoint,
} from "@mcc/contract/imports/imports.api.ts";
import type { Import } from "@mcc/contract/imports/imports.schema.ts";
import { allSites, siteList } from "@mcc/contract/sites/sites.api.ts";
import { call } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { refreshHome } from "../../platform/api/refresh-orders.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { listTexts } from "../../platform/lists/list.texts.ts";
import { toast } from "../../platform/page/toast.ts";
import { openModal } from "../../platform/state/globals.ts";
import { kindTexts, uploadTexts as texts } from "./imports.texts.ts";

/** What an import or its undo makes stale. */
export const refreshImports = (): Promise<unknown> =>
  Promise.all([
    invalidate([
      importList.page,
      findImport,
      failedRows,
      siteList.page,
      allSites,
      budgetEndpoints.list,
      budgetEndpoints.find,
    ]),
    refreshHome(),
  ]);

const showReasons = ({ detail, reasons }: CallError): void =>
  openModal({
    title: texts.notUndoneTitle,
    content: (
      <>
        <p>{detail}</p>
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </>
    ),
    buttons: [{ label: listTexts.close }],
  });

/** Asks, undoes an import and reports; a refusal shows its reasons. Returns whether it was undone. */
export const confirmUndo = async ({
  id,
  kind,
  file_name,
}: Pick<Import, "id" | "kind" | "file_name">): Promise<boolean> => {
  const question = kindTexts[kind].undoQuestion(file_name);
  const asked = { title: texts.undoTitle, content: question, confirm: texts.undo, tone: "danger" } as const;
  if (!(await confirm(asked))) return false;
  try {
    await call(undoEndpoint, { params: { id } });
    toast.success(texts.undone);
    return true;
  } catch (error) {
    if (error instanceof CallError && error.reasons.length > 0) showReasons(error);
    else toast.error(texts.undoFailed, error instanceof CallError ? error.detail : undefined);
    return false;
  } finally {
    void refreshImports();
  }
};
