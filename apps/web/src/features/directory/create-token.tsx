import { createDirectoryToken, directoryTokens } from "@mcc/contract/directory/directory.api.ts";
import { NewDirectoryToken } from "@mcc/contract/directory/directory.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { showSecret } from "../../platform/dialogs/show-secret.tsx";
import { saveRecord } from "../../platform/records/action.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { directoryTexts as texts } from "./directory.texts.ts";

const send = async (body: NewDirectoryToken): Promise<void> => {
  let secret = "";
  await saveRecord({
    send: () => call(createDirectoryToken, { body }),
    onSuccess: ({ token }) => {
      secret = token;
    },
    success: texts.tokenCreated,
    failure: texts.createFailed,
    fieldErrorsOnly: true,
    invalidate: () => invalidate([directoryTokens]),
  });
  showSecret({ title: texts.tokenTitle, note: texts.tokenNote, noun: texts.tokenNoun, secret });
};

/** Creates a token and shows it. */
export const CreateToken = (dialog: { readonly opened: boolean; readonly onClose: () => void }) => (
  <CreateDialog<NewDirectoryToken>
    {...dialog}
    title={texts.create}
    submit={texts.createSubmit}
    schema={NewDirectoryToken}
    initialValues={{ name: "" }}
    send={send}
  >
    {(field) => <TextField label={texts.name} description={texts.nameHint} required {...field("name")} />}
  </CreateDialog>
);
