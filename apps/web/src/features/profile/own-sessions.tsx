import { endOtherSessions, endSession, ownSessions } from "@mcc/contract/profile/profile.api.ts";
import type { OwnSession } from "@mcc/contract/profile/profile.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { runAction } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { profileTexts as texts } from "./profile.texts.ts";

const refresh = () => invalidate([ownSessions]);

const end = ({ id }: OwnSession) =>
  runAction({
    key: ["end-session", id],
    send: () => call(endSession, { params: { id } }),
    success: texts.sessionEnded,
    failure: texts.sessionFailed,
    invalidate: refresh,
  });

const endOthers = () =>
  runAction({
    key: ["end-other-sessions"],
    send: () => call(endOtherSessions, {}),
    success: texts.othersEnded,
    failure: texts.othersFailed,
    invalidate: refresh,
  });

const columns: PlainColumn<OwnSession>[] = [
  { label: texts.device, cell: ({ device }) => device },
  { label: texts.address, cell: ({ address }) => address },
  {
    label: texts.lastUse,
    cell: ({ last_used_at, is_current }) => (is_current ? texts.now : formatMoment(last_used_at)),
  },
  {
    label: texts.actions,
    narrow: true,
    cell: (session) =>
      session.is_current ? (
        <Tag tone="good">{texts.thisSession}</Tag>
      ) : (
        <ActionButton
          size="compact-sm"
          variant="default"
          aria-label={texts.endSessionOf(session.device)}
          action={() => end(session)}
        >
          {texts.endSession}
        </ActionButton>
      ),
  },
];

/** Where the user is signed in. A session that is not recognized can be ended at once. */
export const OwnSessions = () => {
  const { record, error, retry } = useRecord(ownSessions, {}, { failed: texts.fetchFailed });
  const hasOthers = (record?.results.length ?? 0) > 1;
  return (
    <Card
      title={texts.sessions}
      flush
      aside={
        hasOthers ? (
          <ActionButton size="compact-sm" variant="default" action={endOthers}>
            {texts.endOthers}
          </ActionButton>
        ) : undefined
      }
    >
      {!record && error ? (
        <LoadFailed retry={retry}>{texts.fetchFailed}</LoadFailed>
      ) : (
        <PlainTable
          label={texts.ownSessions}
          columns={columns}
          rows={record?.results}
          rowKey={({ id }) => id}
          empty={texts.noSessions}
          inCard
        />
      )}
    </Card>
  );
};
