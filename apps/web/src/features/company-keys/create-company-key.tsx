import { Checkbox, Fieldset } from "@mantine/core";
import {
  COMPANY_KEY_KIND_NAMES,
  type CompanyKeyScope,
  keyKindOf,
} from "@mcc/contract/access/company-key-kinds.ts";
import { can } from "@mcc/contract/access/permissions.ts";
import { createCompanyKey } from "@mcc/contract/company-keys/company-keys.api.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { call } from "../../platform/api/call.ts";
import { PlaceSelects } from "../../platform/records/fields/place-selects.tsx";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import {
  creationOf,
  isForLimited,
  isLimited,
  KeyForm,
  type KeyValues,
  newKeyValues,
  scopesOf,
} from "./company-key-form.schema.ts";
import classes from "./company-keys.module.css";
import { companyKeyTexts as texts } from "./company-keys.texts.ts";
import { createAndShow } from "./key-actions.ts";

interface FieldProps {
  readonly form: AppForm<KeyValues>;
}

const withScope = (chosen: readonly CompanyKeyScope[], scope: CompanyKeyScope, isOn: boolean) => {
  const others = chosen.filter((one) => one !== scope);
  return isOn ? [...others, scope] : others;
};

/** One kind of data: whether it may be read, and where it is possible also written. */
const KindField = ({
  form: { values, set },
  kind,
}: FieldProps & { readonly kind: (typeof COMPANY_KEY_KIND_NAMES)[number] }) => {
  const { label, read, write } = keyKindOf(kind);
  const [reads, writes] = [`${kind}:read`, `${kind}:write`] as [CompanyKeyScope, CompanyKeyScope];
  const chosen = scopesOf(values);
  const isOff = (scope: CompanyKeyScope) => isLimited(values) && !isForLimited(scope);
  return (
    <div>
      <Checkbox
        label={label}
        description={isOff(reads) ? `${read}. ${texts.onlyAllSites}` : `${read}.`}
        checked={chosen.includes(reads)}
        disabled={isOff(reads)}
        onChange={({ currentTarget: { checked } }) => {
          const next = withScope(values.scopes, reads, checked);
          set({ scopes: checked ? next : withScope(next, writes, false) });
        }}
      />
      {write && chosen.includes(reads) && (
        <Checkbox
          className={classes.write}
          label={write}
          description={isOff(writes) ? texts.onlyAllSites : undefined}
          checked={chosen.includes(writes)}
          disabled={isOff(writes)}
          onChange={({ currentTarget: { checked } }) =>
            set({ scopes: withScope(values.scopes, writes, checked) })
          }
        />
      )}
    </div>
  );
};

const DataFields = ({ form }: FieldProps) => {
  const who = useSessionUser();
  const { error } = form.field("scopes");
  return (
    <Fieldset legend={texts.data} className={classes.fieldset}>
      <div className={classes.kinds}>
        {COMPANY_KEY_KIND_NAMES.filter((kind) => kind !== "hierarchy" || can(who, "hierarchy:read")).map(
          (kind) => (
            <KindField key={kind} form={form} kind={kind} />
          ),
        )}
      </div>
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </Fieldset>
  );
};

const PlaceFields = ({ form }: FieldProps) => {
  return (
    <Fieldset legend={texts.places} className={classes.fieldset}>
      <p className={classes.hint}>{texts.placesHint}</p>
      <PlaceSelects field={form.field} nodesHint={texts.nodesHint} />
    </Fieldset>
  );
};

/** Creates a key of the company and shows it. */
export const CreateCompanyKey = (dialog: { readonly opened: boolean; readonly onClose: () => void }) => (
  <CreateDialog<KeyValues>
    {...dialog}
    title={texts.createTitle}
    submit={texts.createSubmit}
    schema={KeyForm}
    initialValues={newKeyValues}
    send={(values) => createAndShow(() => call(createCompanyKey, { body: creationOf(values) }))}
  >
    {(field, form) => (
      <>
        <TextField
          label={texts.name}
          description={texts.nameHint}
          required
          maxLength={100}
          {...field("name")}
        />
        <DataFields form={form} />
        <PlaceFields form={form} />
        <TextField
          type="date"
          label={texts.validUntil}
          description={texts.validUntilHint}
          {...field("expires_at")}
        />
      </>
    )}
  </CreateDialog>
);
