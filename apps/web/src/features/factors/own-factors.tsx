import { ownFactors, removeFactor, replaceRecoveryCodes } from "@mcc/contract/factors/factors.api.ts";
import type { Factor } from "@mcc/contract/factors/factors.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { call } from "../../platform/api/call.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { runAction } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { AddButtons } from "./add-buttons.tsx";
import { refreshFactors } from "./factor-added.ts";
import { FactorTable } from "./factor-table.tsx";
import classes from "./factors.module.css";
import { factorTexts as texts } from "./factors.texts.ts";
import { showRecoveryCodes } from "./recovery-codes.tsx";

const remove = ({ id, name }: Factor, isLast: boolean) =>
  confirmDelete({
    key: [removeFactor.path, id],
    title: texts.removeTitle,
    question: texts.removeQuestion(name, isLast),
    confirm: texts.remove,
    send: () => call(removeFactor, { params: { id } }),
    success: texts.removed,
    failure: texts.removeFailed,
    invalidate: refreshFactors,
  });

const createCodes = async () => {
  const content = texts.newCodesQuestion;
  if (!(await confirm({ title: texts.newCodesTitle, content, confirm: texts.create }))) return;
  await runAction({
    key: [replaceRecoveryCodes.path],
    send: () => call(replaceRecoveryCodes, {}),
    onSuccess: ({ recovery_codes }) => showRecoveryCodes(recovery_codes),
    success: texts.codesCreated,
    failure: texts.codesFailed,
    invalidate: refreshFactors,
  });
};

/** The second factors of the user: added, removed, and the recovery codes that replace them once each. */
export const OwnFactors = () => {
  const { record, error, retry } = useRecord(ownFactors, {}, { failed: texts.fetchFailed });
  const factors = record?.results;
  return (
    <Card
      title={texts.title}
      flush
      aside={
        <div className={classes.buttons}>
          <AddButtons passkey={texts.addPasskey} app={texts.addApp} size="compact-sm" variant="default" />
        </div>
      }
    >
      <p className={classes.hint}>
        {texts.hint} {record?.is_required && texts.required}
      </p>
      {!record && error ? (
        <LoadFailed retry={retry}>{texts.fetchFailed}</LoadFailed>
      ) : (
        <FactorTable
          label={texts.table}
          factors={factors}
          empty={texts.none}
          action={(factor) => (
            <ActionButton
              size="compact-sm"
              variant="default"
              aria-label={texts.removeOf(factor.name)}
              action={() => remove(factor, factors?.length === 1)}
            >
              {texts.remove}
            </ActionButton>
          )}
        />
      )}
      {record && record.results.length > 0 && (
        <div className={classes.hint}>
          {texts.codesLeft(record.recovery_codes_left)}
          <ActionButton size="compact-sm" variant="default" action={createCodes}>
            {texts.newCodes}
          </ActionButton>
        </div>
      )}
    </Card>
  );
};
