import { Text } from "@mantine/core";
import { administrators, updateAdministrator } from "@mcc/contract/companies/administrators.api.ts";
import { type Administrator, AdministratorChanges } from "@mcc/contract/companies/administrators.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import type { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { administratorTexts as texts } from "./companies.texts.ts";

type Values = z.input<typeof AdministratorChanges>;

interface CorrectProps {
  readonly companyId: number;
  readonly person: Administrator;
  readonly onClose: () => void;
}

/** The dialog that corrects the address of an administrator. */
export const CorrectAdministrator = ({ companyId, person, onClose }: CorrectProps) => {
  const send = (body: Values): Promise<void> =>
    saveRecord({
      send: () => call(updateAdministrator, { params: { id: companyId, user: person.id }, body }),
      success: texts.corrected,
      failure: texts.correctFailed,
      fieldErrorsOnly: true,
      invalidate: () => invalidate([administrators]),
    });
  return (
    <CreateDialog<Values>
      opened
      onClose={onClose}
      title={texts.correctTitle(`${person.first_name} ${person.last_name}`.trim())}
      submit={texts.correctSubmit}
      schema={AdministratorChanges}
      initialValues={{ email: person.email }}
      send={send}
    >
      {(field) => (
        <>
          <TextField label={texts.email} required type="email" {...field("email")} />
          <Text size="sm" c="dimmed">
            {person.state === "Active" ? texts.correctHint : texts.correctInvitedHint}
          </Text>
        </>
      )}
    </CreateDialog>
  );
};
