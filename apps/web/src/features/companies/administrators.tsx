import {
  administrators,
  resendInvitation,
  revokeAdministrator,
} from "@mcc/contract/companies/administrators.api.ts";
import type { Administrator } from "@mcc/contract/companies/administrators.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { Card } from "@mcc/ui/content/card.tsx";
import { Person } from "@mcc/ui/content/person.tsx";
import { Tag, type Tone } from "@mcc/ui/content/tag.tsx";
import type { MenuAction } from "@mcc/ui/overlays/button-menu.tsx";
import type { PlainColumn } from "@mcc/ui/tables/plain-table.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconMailForward, IconPencil, IconTrash } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { toast } from "../../platform/page/toast.ts";
import { runAction } from "../../platform/records/action.ts";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { RecordTable } from "../../platform/records/record-table.tsx";
import { RowMenu } from "../../platform/records/row-menu.tsx";
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

/** What is done less often. */
const rarely = (companyId: number, person: Administrator): readonly MenuAction[] => [
  ...(person.state === "Active"
    ? []
    : [
        {
          label: texts.resend,
          icon: <IconMailForward {...icon} />,
          onClick: () => resend(companyId, person),
        },
      ]),
  {
    label: person.state === "Active" ? texts.delete : texts.revoke,
    danger: true,
    icon: <IconTrash {...icon} />,
    onClick: () => askToRevoke(companyId, person),
  },
];

const columnsOf = (
  companyId: number,
  correct: (person: Administrator) => void,
): PlainColumn<Administrator>[] => [
  { label: texts.person, cell: (person) => <Person name={nameOf(person)} /> },
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
        <IconAction
          label={texts.correct}
          about={nameOf(person)}
          icon={<IconPencil {...icon} />}
          onClick={() => correct(person)}
        />
        <RowMenu about={nameOf(person)} actions={rarely(companyId, person)} />
      </>
    ),
  },
];

/** Most visits correct nothing. */
const loadCorrection = async () => (await import("./correct-administrator.tsx")).CorrectAdministrator;

/** Opens the dialog that invites an administrator. */
export const InviteButton = ({ companyId, label }: { companyId: number; label: string }) => {
  const load = useCallback(async () => {
    const { InviteAdministrator } = await import("./invite-administrator.tsx");
    return (dialog: { opened: boolean; onClose: () => void }) => (
      <InviteAdministrator companyId={companyId} {...dialog} />
    );
  }, [companyId]);
  return <CreateButton label={label} load={load} />;
};

/** Who can manage a company: the platform invites the first of them. */
export const Administrators = ({ companyId }: { companyId: number }) => {
  const { record, error, retry } = useRecord(
    administrators,
    { params: { id: companyId } },
    { failed: texts.fetchFailed },
  );
  const [corrected, setCorrected] = useState<Administrator>();
  const close = () => setCorrected(undefined);
  const Correction = useLazy(loadCorrection, {
    early: false,
    needed: corrected !== undefined,
    onFailure: (error) => {
      close();
      toast.failure(error);
    },
  });
  return (
    <Card title={texts.title} flush aside={<InviteButton companyId={companyId} label={texts.invite} />}>
      <RecordTable<Administrator>
        label={texts.table}
        columns={columnsOf(companyId, setCorrected)}
        rows={record?.results}
        error={error}
        failed={texts.fetchFailed}
        retry={retry}
        empty={texts.empty}
        inCard
      />
      {Correction && corrected && (
        <Correction key={corrected.id} companyId={companyId} person={corrected} onClose={close} />
      )}
    </Card>
  );
};
