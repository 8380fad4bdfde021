import { Text } from "@mantine/core";
import { administrators, inviteAdministrator } from "@mcc/contract/companies/administrators.api.ts";
import { NewAdministrator } from "@mcc/contract/companies/administrators.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import type { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { administratorTexts as texts } from "./companies.texts.ts";

type Values = z.input<typeof NewAdministrator>;

interface InviteProps {
  readonly companyId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** The dialog that invites an administrator. */
export const InviteAdministrator = ({ companyId, ...dialog }: InviteProps) => {
  const send = (body: Values): Promise<void> =>
    saveRecord({
      send: () => call(inviteAdministrator, { params: { id: companyId }, body }),
      success: texts.invited,
      failure: texts.inviteFailed,
      fieldErrorsOnly: true,
      invalidate: () => invalidate([administrators]),
    });
  return (
    <CreateDialog<Values>
      {...dialog}
      title={texts.invite}
      submit={texts.inviteSubmit}
      schema={NewAdministrator}
      initialValues={{ first_name: "", last_name: "", email: "" }}
      send={send}
    >
      {(field) => (
        <>
          <TextField label={texts.firstName} required {...field("first_name")} maxLength={80} />
          <TextField label={texts.lastName} required {...field("last_name")} maxLength={80} />
          <TextField label={texts.email} required type="email" {...field("email")} />
          <Text size="sm" c="dimmed">
            {texts.inviteHint}
          </Text>
        </>
      )}
    </CreateDialog>
  );
};
