import { resetFactors, userFactors } from "@mcc/contract/factors/factors.api.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import classes from "./factors.module.css";
import { userFactorTexts as texts } from "./user-factors.texts.ts";

const reset = (id: number, name: string) =>
  confirmDelete({
    key: [resetFactors.path, id],
    title: texts.reset,
    question: texts.resetQuestion(name),
    confirm: texts.reset,
    send: () => call(resetFactors, { params: { id } }),
    success: texts.resetDone,
    failure: texts.resetFailed,
    invalidate: () => invalidate([userFactors]),
  });

/** Most users have none. */
const loadTable = async () => (await import("./factor-table.tsx")).FactorTable;

/** The second factors of a user, which a company admin resets if they are lost. */
export const UserFactors = ({ id, name }: { id: number; name: string }) => {
  const isOwn = useSessionUser().id === id;
  const { record, error, retry } = useRecord(userFactors, { params: { id } }, { failed: texts.userFailed });
  const has = (record?.results.length ?? 0) > 0;
  const Table = useLazy(loadTable, { early: false, needed: has });
  return (
    <Card
      title={texts.title}
      flush
      aside={
        has && !isOwn ? (
          <ActionButton size="compact-sm" variant="default" action={() => reset(id, name)}>
            {texts.reset}
          </ActionButton>
        ) : undefined
      }
    >
      {!record && error ? (
        <LoadFailed retry={retry}>{texts.userFailed}</LoadFailed>
      ) : (
        has && Table && <Table label={texts.userTable} factors={record?.results} empty={texts.userNone} />
      )}
      {record && !has && <p className={classes.hint}>{texts.userNone}</p>}
      {isOwn && <p className={classes.hint}>{texts.ownReset}</p>}
    </Card>
  );
};
