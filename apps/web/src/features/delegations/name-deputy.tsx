import { Text, TextInput } from "@mantine/core";
import { createDelegation, possibleDeputies } from "@mcc/contract/delegations/delegations.api.ts";
import { NOTE_MAX } from "@mcc/contract/delegations/delegations.schema.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { liteSites } from "@mcc/contract/sites/lite-sites.ts";
import { useDebouncedText } from "@mcc/ui/forms/debounced-text.ts";
import { TextArea, TextField } from "@mcc/ui/forms/fields.tsx";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { AsyncMultiSelect } from "../../platform/records/fields/async-multi-select.tsx";
import { AsyncSelect } from "../../platform/records/fields/async-select.tsx";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import {
  creationOf,
  DelegationForm,
  type DelegationValues,
  newDelegation,
} from "./delegation-form.schema.ts";
import { delegationTexts as texts } from "./delegations.texts.ts";
import { refreshDelegations } from "./refresh-delegations.ts";

type Form = AppForm<DelegationValues>;

/** Found by the server while the name is typed: a company may have thousands of users. */
const DeputyField = ({ form, principal }: { form: Form; principal: number }) => {
  const [search, setSearch] = useState("");
  const { draft, type } = useDebouncedText(search, setSearch);
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const { onChange, ...field } = form.field("deputy");
  return (
    <AsyncSelect
      label={texts.deputy}
      placeholder={texts.deputyPlaceholder}
      endpoint={possibleDeputies}
      ask={{ query: { search: search === chosen?.label ? "" : search } }}
      optionsOf={({ results }) => {
        const found = results
          .filter(({ id }) => id !== principal)
          .map(({ id, name, username }) => ({ value: String(id), label: `${name} (${username})` }));
        return chosen && !found.some(({ value }) => value === chosen.value) ? [chosen, ...found] : found;
      }}
      failed={texts.deputiesFailed}
      filter={({ options }) => options}
      searchValue={draft}
      onSearchChange={type}
      {...field}
      onChange={(value, option) => {
        setChosen(option ?? undefined);
        onChange(value);
      }}
    />
  );
};

const SitesField = ({ form }: { form: Form }) => {
  const { value, ...field } = form.field("sites");
  return (
    <AsyncMultiSelect
      label={texts.sites}
      description={texts.sitesHint}
      endpoint={liteSites}
      ask={{ query: { liteVersion: "true", limit: String(ALL_ROWS) } }}
      optionsOf={({ results }) => results.map(({ id, name }) => ({ value: String(id), label: name }))}
      failed={texts.sitesFailed}
      value={[...value]}
      {...field}
    />
  );
};

const DelegationFields = ({ form, principal }: { form: Form; principal: number }) => (
  <>
    <DeputyField form={form} principal={principal} />
    <TextInput type="datetime-local" label={texts.from} required {...form.field("starts_at")} />
    <TextInput type="datetime-local" label={texts.until} required {...form.field("ends_at")} />
    <TextField
      label={texts.cap}
      description={texts.capHint}
      inputMode="decimal"
      leftSection="$"
      {...form.field("cap")}
    />
    <SitesField form={form} />
    <TextArea
      label={texts.noteLabel}
      description={texts.noteHint}
      rows={2}
      maxLength={NOTE_MAX}
      {...form.field("note")}
    />
  </>
);

interface Words {
  readonly title: string;
  readonly hint?: string;
}

/** The dialog that names a deputy for a user. */
export const nameDeputyFor =
  (principal: number, { title, hint }: Words = { title: texts.create }) =>
  ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
    const [initialValues] = useState(() => newDelegation());
    return (
      <CreateDialog<DelegationValues>
        title={title}
        submit={texts.save}
        opened={opened}
        onClose={onClose}
        schema={DelegationForm}
        initialValues={initialValues}
        fieldOf={(field) => (field === "principal" ? "deputy" : field)}
        send={(values) =>
          saveRecord({
            send: () => call(createDelegation, { body: creationOf(values, principal) }),
            success: texts.created,
            failure: texts.createFailed,
            invalidate: refreshDelegations,
          })
        }
      >
        {(_field, form) => (
          <>
            {hint && (
              <Text size="sm" c="dimmed">
                {hint}
              </Text>
            )}
            <DelegationFields form={form} principal={principal} />
          </>
        )}
      </CreateDialog>
    );
  };

/** The same dialog, opened by a user for themselves. */
export const awayDialogOf = (userId: number) =>
  nameDeputyFor(userId, { title: texts.away, hint: texts.awayHint });
