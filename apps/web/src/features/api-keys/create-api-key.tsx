import { Checkbox } from "@mantine/core";
import { KEY_SCOPES } from "@mcc/contract/access/key-scopes.ts";
import { apiKeyList, createApiKey } from "@mcc/contract/api-keys/api-keys.api.ts";
import { NewApiKey } from "@mcc/contract/api-keys/api-keys.schema.ts";
import { companyList } from "@mcc/contract/companies/companies.api.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import type { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { AsyncSelect } from "../../platform/records/fields/async-select.tsx";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { apiKeyTexts as texts } from "./api-keys.texts.ts";
import { showKey } from "./show-key.ts";

type Values = z.input<typeof NewApiKey>;

/** Read at once; typing filters them. */
const MOST_COMPANIES = 1_000;

const send = async (body: Values): Promise<void> => {
  let created = "";
  await saveRecord({
    send: () => call(createApiKey, { body }),
    onSuccess: ({ key }) => {
      created = key;
    },
    success: texts.created,
    failure: texts.createFailed,
    fieldErrorsOnly: true,
    invalidate: () => invalidate([apiKeyList.page, apiKeyList.suggest]),
  });
  showKey(created);
};

interface CreateApiKeyProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Creates a key and shows it. */
export const CreateApiKey = (dialog: CreateApiKeyProps) => (
  <CreateDialog<Values>
    {...dialog}
    title={texts.createTitle}
    submit={texts.createSubmit}
    schema={NewApiKey}
    initialValues={{ name: "", scopes: ["orders"], company: "" }}
    send={send}
  >
    {(field) => (
      <>
        <TextField label={texts.name} description={texts.nameHint} required {...field("name")} />
        <Checkbox.Group label={texts.scopes} required {...field("scopes")}>
          {KEY_SCOPES.map((scope) => (
            <Checkbox key={scope} mt="xs" value={scope} label={texts.scopeHints[scope]} />
          ))}
        </Checkbox.Group>
        <AsyncSelect
          label={texts.company}
          description={texts.companyHint}
          endpoint={companyList.page}
          ask={{ query: { limit: String(MOST_COMPANIES) } }}
          optionsOf={({ results }) =>
            results.map(({ name, slug_name }) => ({ value: slug_name, label: name }))
          }
          required={false}
          clearable
          {...field("company")}
        />
      </>
    )}
  </CreateDialog>
);
