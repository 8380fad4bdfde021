import { FileInput, Switch } from "@mantine/core";
import { findSsoConnection, updateSsoConnection } from "@mcc/contract/single-sign-on/connections.api.ts";
import {
  NewSsoConnection,
  type SsoConnection,
  type SsoConnectionChanges,
} from "@mcc/contract/single-sign-on/connections.schema.ts";
import { PasswordField, TextField } from "@mcc/ui/forms/fields.tsx";
import { useState } from "react";
import type { z } from "zod";
import { call } from "../../platform/api/call.ts";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { SavedForm } from "../../platform/records/forms/saved-form.tsx";
import { keepRecord } from "../../platform/records/use-record.ts";
import { refreshConnections } from "./connection-actions.ts";
import classes from "./single-sign-on.module.css";
import { ssoTexts as texts } from "./single-sign-on.texts.ts";

const ADDRESS_MAX = 1_000;
const SECRET_MAX = 2_000;
const METADATA_MAX = 500_000;

const TEXTS = [
  ...(["name", "issuer", "client_id", "metadata_url"] as const),
  ...(["email_claim", "first_name_claim", "last_name_claim", "groups_claim"] as const),
];
type Values = Record<(typeof TEXTS)[number] | "client_secret" | "metadata", string> & {
  readonly creates_users: boolean;
};

const schema = NewSsoConnection.omit({ kind: true }) as unknown as z.ZodType<unknown, Values>;

const valuesOf = (connection: SsoConnection): Values => ({
  ...(Object.fromEntries(TEXTS.map((name) => [name, connection[name] ?? ""])) as Record<
    (typeof TEXTS)[number],
    string
  >),
  client_secret: "",
  metadata: "",
  creates_users: connection.creates_users,
});

/** Only what differs: an address that stays is not read again. */
const changesOf = (before: Values, after: Values): SsoConnectionChanges =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof Values]),
  ) as SsoConnectionChanges;

type FieldsProps = { readonly form: AppForm<Values> };

const OpenIdFields = ({ form: { field }, hasSecret }: FieldsProps & { readonly hasSecret: boolean }) => (
  <>
    <TextField
      label={texts.issuer}
      description={texts.issuerHint}
      inputMode="url"
      maxLength={ADDRESS_MAX}
      {...field("issuer")}
    />
    <TextField label={texts.clientId} maxLength={ADDRESS_MAX} {...field("client_id")} />
    <PasswordField
      label={texts.secret}
      description={hasSecret ? texts.secretKept : texts.secretHint}
      placeholder={hasSecret ? texts.secretShown : undefined}
      autoComplete="off"
      maxLength={SECRET_MAX}
      visibilityToggleButtonProps={{ "aria-label": "Show secret" }}
      {...field("client_secret")}
    />
  </>
);

const SamlFields = ({ form }: FieldsProps) => {
  const { field, values, errors, set } = form;
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string>();
  const choose = async (chosen: File | null) => {
    const isTooLarge = (chosen?.size ?? 0) > METADATA_MAX;
    setFile(chosen);
    setProblem(isTooLarge ? texts.fileTooLarge : undefined);
    set({ metadata: chosen && !isTooLarge ? await chosen.text() : "" });
  };
  return (
    <>
      <TextField
        label={texts.metadataUrl}
        description={texts.metadataUrlHint}
        inputMode="url"
        maxLength={ADDRESS_MAX}
        {...field("metadata_url")}
      />
      <FileInput
        label={texts.metadataFile}
        description={file && values.metadata ? texts.fileChosen(file.name) : texts.metadataFileHint}
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        clearable
        // Saved: the field is empty again.
        value={values.metadata || problem ? file : null}
        onChange={(chosen) => void choose(chosen)}
        error={problem ?? errors.metadata}
      />
    </>
  );
};

const ClaimFields = ({ form: { field } }: FieldsProps) => (
  <details className={classes.more}>
    <summary>{texts.claims}</summary>
    <p className={classes.hint}>{texts.claimsHint}</p>
    <div className={classes.claims}>
      <TextField label={texts.emailClaim} {...field("email_claim")} />
      <TextField label={texts.firstNameClaim} {...field("first_name_claim")} />
      <TextField label={texts.lastNameClaim} {...field("last_name_claim")} />
      <TextField label={texts.groupsClaim} {...field("groups_claim")} />
    </div>
  </details>
);

interface ConnectionFormProps {
  readonly opened: SsoConnection;
  readonly hasSecret: boolean;
  /** A file has taken the place of the address: the form starts anew, without it. */
  readonly onFileSaved: (saved: SsoConnection) => void;
}

/** What the portal has to know of an identity provider. */
export const ConnectionForm = ({ opened, hasSecret, onFileSaved }: ConnectionFormProps) => {
  const { id, kind } = opened;
  // As it was opened or last saved: what somebody else changes is not changed back.
  const [before, setBefore] = useState(() => valuesOf(opened));
  const send = async (values: Values): Promise<SsoConnection> => {
    const saved = await call(updateSsoConnection, { params: { id }, body: changesOf(before, values) });
    setBefore(valuesOf(saved));
    if (values.metadata) onFileSaved(saved);
    return saved;
  };
  return (
    <SavedForm<Values, SsoConnection>
      schema={schema}
      initialValues={before}
      submit={texts.save}
      send={send}
      success={texts.saved}
      failure={texts.saveFailed}
      fieldErrorsOnly
      clearOnSubmit={["client_secret", "metadata"]}
      onSuccess={(saved) => keepRecord(findSsoConnection, { params: { id: String(id) } }, saved)}
      invalidate={refreshConnections}
    >
      {(form) => (
        <>
          <TextField
            label={texts.name}
            description={texts.nameHint}
            maxLength={100}
            required
            {...form.field("name")}
          />
          {kind === "oidc" ? <OpenIdFields form={form} hasSecret={hasSecret} /> : <SamlFields form={form} />}
          <Switch
            label={texts.createsUsers}
            description={texts.createsUsersHint}
            checked={form.values.creates_users}
            onChange={({ currentTarget }) => form.set({ creates_users: currentTarget.checked })}
          />
          <ClaimFields form={form} />
        </>
      )}
    </SavedForm>
  );
};
