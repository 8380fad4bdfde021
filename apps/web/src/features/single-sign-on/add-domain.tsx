import { createSsoDomain, ssoDomains } from "@mcc/contract/single-sign-on/domains.api.ts";
import { NewSsoDomain } from "@mcc/contract/single-sign-on/domains.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { ssoTexts as texts } from "./single-sign-on.texts.ts";

const send = (body: { domain: string }) =>
  saveRecord({
    send: () => call(createSsoDomain, { body }),
    success: texts.domainAdded,
    failure: texts.domainAddFailed,
    fieldErrorsOnly: true,
    invalidate: () => invalidate([ssoDomains]),
  });

export const AddDomain = (dialog: { readonly opened: boolean; readonly onClose: () => void }) => (
  <CreateDialog
    {...dialog}
    title={texts.addDomain}
    submit={texts.addDomain}
    schema={NewSsoDomain}
    initialValues={{ domain: "" }}
    send={send}
  >
    {(field) => (
      <TextField
        label={texts.domain}
        description={texts.domainHint}
        inputMode="url"
        autoCapitalize="none"
        required
        {...field("domain")}
      />
    )}
  </CreateDialog>
);
