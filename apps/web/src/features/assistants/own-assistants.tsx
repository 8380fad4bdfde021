import { ownAssistants, revokeAssistant } from "@mcc/contract/assistants/assistants.api.ts";
import type { Assistant } from "@mcc/contract/assistants/assistants.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import classes from "./assistants.module.css";
import { assistantTexts as texts } from "./assistants.texts.ts";

const revoke = ({ id, name }: Assistant) =>
  confirmDelete({
    key: [revokeAssistant.path, id],
    title: texts.revokeTitle,
    question: texts.revokeQuestion(name),
    confirm: texts.revoke,
    send: () => call(revokeAssistant, { params: { id } }),
    success: texts.revoked,
    failure: texts.revokeFailed,
    invalidate: () => invalidate([ownAssistants]),
  });

const columns: PlainColumn<Assistant>[] = [
  {
    label: texts.name,
    cell: ({ name, host }) => (
      <>
        {name}
        <span className={classes.host}>{host}</span>
      </>
    ),
  },
  { label: texts.reads, cell: ({ kinds }) => kinds.map((kind) => texts.shortKinds[kind]).join(", ") },
  { label: texts.ends, cell: ({ expires_at }) => formatMoment(expires_at) },
  {
    label: texts.lastUse,
    cell: ({ last_used_at, last_address }) =>
      last_used_at ? (
        <>
          {formatMoment(last_used_at)}
          <span className={classes.host}>{last_address}</span>
        </>
      ) : (
        texts.never
      ),
  },
  {
    label: texts.actions,
    narrow: true,
    cell: (assistant) => (
      <ActionButton
        size="compact-sm"
        variant="default"
        aria-label={texts.revokeOf(assistant.name)}
        action={() => revoke(assistant)}
      >
        {texts.revoke}
      </ActionButton>
    ),
  },
];

const OfMember = () => {
  const { record, error, retry } = useRecord(ownAssistants, {}, { failed: texts.fetchFailed });
  return (
    <Card title={texts.card} flush aside={<TextLink to="/assistants/connect">{texts.connect}</TextLink>}>
      <p className={classes.hint}>{texts.cardHint}</p>
      {!record && error ? (
        <LoadFailed retry={retry}>{texts.fetchFailed}</LoadFailed>
      ) : (
        <PlainTable
          label={texts.table}
          columns={columns}
          rows={record?.results}
          rowKey={({ id }) => id}
          empty={texts.none}
          inCard
        />
      )}
    </Card>
  );
};

/** The assistants that the user has connected, with their last use. Platform admins have none. */
export const OwnAssistants = () => (useSessionUser().company ? <OfMember /> : null);
