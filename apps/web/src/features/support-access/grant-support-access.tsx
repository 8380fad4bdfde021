import { grantSupportAccess } from "@mcc/contract/support-access/support-access.api.ts";
import { MOST_HOURS } from "@mcc/contract/support-access/support-access.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { refreshSupportAccess } from "./revoke-support-access.ts";
import { supportTexts as texts } from "./support-access.texts.ts";

const HOURS = `Enter a whole number of hours from 1 to ${MOST_HOURS}.`;

const Values = z.object({
  hours: z
    .string()
    .refine((typed) => /^\d{1,2}$/.test(typed.trim()) && +typed >= 1 && +typed <= MOST_HOURS, HOURS),
  reason: z.string(),
});
type Values = z.output<typeof Values>;

const send = ({ hours, reason }: Values): Promise<void> =>
  saveRecord({
    send: () => call(grantSupportAccess, { body: { hours: Number(hours), reason } }),
    success: texts.granted,
    failure: texts.grantFailed,
    fieldErrorsOnly: true,
    invalidate: refreshSupportAccess,
    onFailure: refreshSupportAccess,
  });

export const GrantSupportAccess = (dialog: { readonly opened: boolean; readonly onClose: () => void }) => (
  <CreateDialog<Values>
    {...dialog}
    title={texts.grant}
    submit={texts.submit}
    schema={Values}
    initialValues={{ hours: "4", reason: "" }}
    send={send}
  >
    {(field) => (
      <>
        <TextField
          label={texts.hours}
          description={texts.hoursHint}
          inputMode="numeric"
          maxLength={2}
          required
          {...field("hours")}
        />
        <TextField label={texts.reason} description={texts.reasonHint} maxLength={255} {...field("reason")} />
      </>
    )}
  </CreateDialog>
);
