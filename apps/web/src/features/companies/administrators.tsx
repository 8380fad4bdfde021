import {
  administrators,
  resendInvitation,
  revokeAdministrator,
} from "@mcc/contract/companies/administrators.api.ts";
import type { Administrator } from "@mcc/contract/companies/administrators.schema.ts";
import { Card } from "@mcc/ui/card.tsx";
import { IconAction } from "@mcc/ui/icon-action.tsx";
import type { PlainColumn } from "@mcc/ui/plain-table.tsx";
import { Tag, type Tone } from "@mcc/ui/tag.tsx";
import { IconMailForward, IconTrash } from "@tabler/icons-react";
import { useCallback } from "react";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { runAction } from "../../platform/records/action.ts";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { CreateButton } from "../../platform/records/create-button.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { administratorTexts as texts } from "./companies.texts.ts";

const refresh = () => invalidate([administrators]);
const nameOf = ({ first_name, last_name }: Administrator): string => `${first_name} ${last_name}`.trim();

const resend = (id: number, { id: user }: Administrator) =>
  runAction({
    key: [resendInvitation.path, user],
    send: () => call(resendInvitation, { params: { id, user } }),
    success: texts.invited,
    failure: texts.inviteFailed,
    invalidate: refresh,
  });

const askToRevoke = (id: number, person: Administrator) => {
  const isActive = person.state === "Active";
  const name = nameOf(person);
  return confirmDelete({
    key: [revokeAdministrator.path, person.id],
    title: isActive ? texts.delete : texts.revoke,
    question: isActive ? texts.deleteQuestion(name) : texts.revokeQuestion(name),
    confirm: isActive ? texts.delete : texts.revoke,
    send: () => call(revokeAdministrator, { params: { id, user: person.id } }),
    success: isActive ? texts.deleted : texts.revoked,
    failure: texts.revokeFailed,
    invalidate: refresh,
  });
};

const TONES: Readonly<Record<Administrator["state"], Tone>> = {
  Active: "good",
  Invited: "info",
  Expired: "warn",
};
const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

const columnsOf = (companyId: number): PlainColumn<Administrator>[] => [
  { label: texts.person, cell: nameOf },
  { label: texts.email, cell: ({ email }) => email },
  { label: texts.username, cell: ({ username }) => username },
  { label: texts.state, cell: ({ state }) => <Tag tone={TONES[state]}>{state}</Tag> },
  {
    label: texts.lastLogin,
    cell: ({ last_login }) => (last_login ? formatMoment(last_login) : texts.never),
  },
  {
    label: texts.actions,
    narrow: true,
    cell: (person) => (
      <>
        {person.state !== "Active" && (
          <IconAction
            label={texts.resend}
            about={nameOf(person)}
            icon={<IconMailForward {...icon} />}
            onClick={() => void resend(companyId, person)}
          />
        )}
        <IconAction
          danger
          label={person.state === "Active" ? texts.delete : texts.revoke}
          about={nameOf(person)}
          icon={<IconTrash {...icon} />}
          onClick={() => void askToRevoke(companyId, person)}
        />
      </>
    ),
  },
];

/** Who can manage a company: the platform invites the first of them. */
export const Administrators = ({ companyId }: { companyId: number }) => {
  const { record, error, retry } = useRecord(
    administrators,
    { params: { id: companyId } },
    { failed: texts.fetchFailed },
  );
  const load = useCallback(async () => {
    const { InviteAdministrator } = await import("./invite-administrator.tsx");
    return (dialog: { opened: boolean; onClose: () => void }) => (
      <InviteAdministrator companyId={companyId} {...dialog} />
    );
  }, [companyId]);
  return (
    <Card title={texts.title} flush aside={<CreateButton label={texts.invite} load={load} />}>
      <RecordTable<Administrator>
        label={texts.table}
        columns={columnsOf(companyId)}
        rows={record?.results}
        error={error}
        failed={texts.fetchFailed}
        retry={retry}
        empty={texts.empty}
        inCard
      />
    </Card>
  );
};
