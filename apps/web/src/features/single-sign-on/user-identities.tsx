import { ssoIdentities, unlinkSso } from "@mcc/contract/single-sign-on/identities.api.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { formatDate } from "../../platform/page/format.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import classes from "./single-sign-on.module.css";
import { userIdentityTexts as texts } from "./user-identities.texts.ts";

const unlink = (id: number, name: string) =>
  confirmDelete({
    key: [unlinkSso.path, id],
    title: texts.unlink,
    question: texts.question(name),
    confirm: texts.unlink,
    send: () => call(unlinkSso, { params: { id } }),
    success: texts.done,
    failure: texts.unlinkFailed,
    invalidate: () => invalidate([ssoIdentities]),
  });

/** With which providers a user signs in, and as whom. Nothing for the many who are linked to none. */
export const UserIdentities = ({ id, name }: { id: number; name: string }) => {
  const { record, error, retry } = useRecord(ssoIdentities, { params: { id } }, { failed: texts.failed });
  if (!record && error)
    return (
      <Card title={texts.title}>
        <LoadFailed retry={retry}>{texts.failed}</LoadFailed>
      </Card>
    );
  if (!record?.results.length) return null;
  return (
    <Card
      title={texts.title}
      aside={
        <ActionButton size="compact-sm" variant="default" action={() => unlink(id, name)}>
          {texts.unlink}
        </ActionButton>
      }
    >
      <dl className={classes.lines}>
        {record.results.map(({ connection, subject, created_at }) => (
          <div key={connection.id} className={classes.line}>
            <dt>{texts.linked(connection.name, formatDate(created_at))}</dt>
            <dd>
              <code>{subject}</code>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};
