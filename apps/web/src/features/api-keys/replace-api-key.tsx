import { NativeSelect, Text } from "@mantine/core";
import { apiKeyList, replaceApiKey } from "@mcc/contract/api-keys/api-keys.api.ts";
import { type ApiKey, ReplaceApiKey as Values } from "@mcc/contract/api-keys/api-keys.schema.ts";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { apiKeyTexts as texts } from "./api-keys.texts.ts";
import { showKey } from "./show-key.ts";

/** Hours, and what they are called; none: until it is revoked. */
const CHOICES = [24, 1, 7 * 24, 30 * 24, null, 0] as const;
const options = CHOICES.map((hours) => ({ value: String(hours), label: texts.previousEnds(hours) }));

const send = async (id: number, body: Values): Promise<void> => {
  let created = "";
  await saveRecord({
    send: () => call(replaceApiKey, { params: { id }, body }),
    onSuccess: ({ key }) => {
      created = key;
    },
    success: texts.created,
    failure: texts.createFailed,
    invalidate: () => invalidate([apiKeyList.page]),
  });
  showKey(created);
};

interface ReplaceApiKeyProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly replaced: ApiKey;
}

/** Creates the successor of a key, asks when the previous one ends, and shows the new one. */
export const ReplaceApiKey = ({ replaced, ...dialog }: ReplaceApiKeyProps) => (
  <CreateDialog<Values>
    {...dialog}
    title={texts.replaceTitle(replaced.name)}
    submit={texts.createSubmit}
    schema={Values}
    initialValues={{ hours: CHOICES[0] }}
    send={(values) => send(replaced.id, values)}
  >
    {(field, form) => (
      <>
        <Text c="dimmed">{texts.replaceNote}</Text>
        <NativeSelect
          label={texts.previous}
          description={texts.previousHint}
          data={options}
          {...field("hours")}
          value={String(form.values.hours)}
          onChange={({ currentTarget: { value } }) =>
            form.set({ hours: CHOICES.find((hours) => String(hours) === value) ?? null })
          }
        />
      </>
    )}
  </CreateDialog>
);
