import { Alert, Anchor, Input, Radio, Stack, Switch } from "@mantine/core";
import { displayName, type SessionCompany } from "@mcc/contract/access/session.ts";
import { type DirectoryField, directoryMessages } from "@mcc/contract/directory/directory.schema.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import { liteSites } from "@mcc/contract/sites/lite-sites.ts";
import { generatedUsername } from "@mcc/contract/users/username.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { PasswordField, TextField } from "@mcc/ui/forms/fields.tsx";
import { type ReactNode, useEffect, useState } from "react";
import { AsyncSelect } from "../../platform/records/fields/async-select.tsx";
import { NodeSelect } from "../../platform/records/fields/node-select.tsx";
import { PhoneField } from "../../platform/records/fields/phone-field.tsx";
import { PickMany } from "../../platform/records/fields/pick-many.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import classes from "./user-fields.module.css";
import { keptFields, type PrefixOf, type UserMode, type UserValues } from "./user-form.schema.ts";
import { userTexts as texts } from "./users.texts.ts";

export const everyRole = { query: { limit: String(ALL_ROWS) } };

interface UserFieldsProps {
  readonly company: SessionCompany;
  readonly mode: UserMode;
  readonly form: AppForm<UserValues>;
  readonly prefixOf: PrefixOf;
  /** The user who is edited or cloned. */
  readonly user?: UserRow;
}

/** A field that the directory decides about is disabled and says so; a clone is a user of its own. */
const keptIn = ({ mode, user }: Pick<UserFieldsProps, "mode" | "user">) => {
  const kept = keptFields(mode, user);
  return (field: DirectoryField) =>
    kept.has(field) ? { disabled: true, description: directoryMessages.decides } : {};
};

const nodeOf = ({ node }: UserRow): string | null => (node === null ? null : String(node));

const isRenamed = ({ first_name, last_name, node }: UserValues, user: UserRow): boolean =>
  first_name.trim() !== user.first_name || last_name.trim() !== user.last_name || node !== nodeOf(user);

/** Follows the names and the node; the username of a user who is edited stays until one of these changes. */
const UsernameField = ({ mode, form, prefixOf, user }: UserFieldsProps) => {
  const kept = keptIn({ mode, user })("username");
  const isKept = kept.disabled === true;
  const { first_name, last_name, node, username } = form.values;
  const [isWanted, setWanted] = useState(false);
  const generated = generatedUsername(prefixOf(node), first_name, last_name);
  const stays = isKept || (!isWanted && user && !isRenamed(form.values, user));
  const current = mode === "edit" && user && stays ? user.username : undefined;
  const shown = current ?? generated;
  useEffect(() => {
    if (username !== shown) form.set({ username: shown });
  });
  const isOther = mode === "edit" && user && shown !== "" && shown !== user.username;
  return (
    <TextField
      label={texts.username}
      className={classes.wide}
      readOnly
      required
      description={
        <>
          {isOther ? texts.usernameWas(user.username) : texts.usernameHint}{" "}
          {current !== undefined && generated !== "" && current !== generated && (
            <Anchor component="button" type="button" size="xs" onClick={() => setWanted(true)}>
              {texts.generateUsername}
            </Anchor>
          )}
        </>
      }
      {...kept}
      {...form.field("username")}
    />
  );
};

const SwitchField = (props: {
  form: AppForm<UserValues>;
  name:
    | "alerts_enabled"
    | "enable_analytics"
    | "enable_text_messages"
    | "send_welcome_email"
    | "clone_triggers";
  label: string;
  description?: string;
}) => {
  const { form, name, ...words } = props;
  return (
    <Switch
      {...words}
      checked={form.values[name]}
      onChange={({ currentTarget }) => form.set({ [name]: currentTarget.checked })}
    />
  );
};

const RoleField = ({ form, ...kept }: Pick<UserFieldsProps, "form"> & { disabled?: boolean }) => (
  <AsyncSelect
    label={texts.role}
    endpoint={roles}
    ask={everyRole}
    failed={texts.rolesFailed}
    optionsOf={({ results }) => results.map(({ id, name }) => ({ value: String(id), label: name }))}
    {...form.field("role")}
    required={false}
    clearable
    {...kept}
  />
);

/** A password that only its owner knows is better than one that the admin has typed: it is the first choice. */
const WayIn = ({ form }: Pick<UserFieldsProps, "form">) => (
  <Radio.Group
    label={texts.wayIn}
    className={classes.wide}
    value={form.values.is_invited ? "invite" : "password"}
    onChange={(chosen) => form.set({ is_invited: chosen === "invite", password: "" })}
  >
    <Stack gap="xs" mt={6}>
      <Radio value="invite" label={texts.invite} description={texts.inviteHint} />
      <Radio value="password" label={texts.setPassword} description={texts.setPasswordHint} />
    </Stack>
  </Radio.Group>
);

interface SitesFieldProps {
  readonly picked: readonly number[];
  readonly onPick: (picked: readonly number[]) => void;
  /** The sites that the user has already. */
  readonly before?: UserRow["sites"];
  readonly error?: ReactNode;
}

const optionOf = ({ id, name }: { id: number; name: string }) => ({ id, label: name });

/** The sites of a user, picked from all sites of the company. */
export const SitesField = ({ before = [], ...field }: SitesFieldProps) => (
  <PickMany
    label={texts.sites}
    search={texts.searchSites}
    endpoint={liteSites}
    ask={{ query: { liteVersion: "true" } }}
    optionOf={optionOf}
    before={before.map(optionOf)}
    path="sites"
    {...field}
  />
);

/** Who is kept by the directory, and who is not active. */
const DirectoryNote = ({ user: { directory, is_active } }: { user: UserRow }) =>
  directory || is_active === false ? (
    <Alert className={classes.wide} role="note" color={is_active === false ? "yellow" : undefined}>
      {is_active === false && texts.inactive} {directory && texts.keptByDirectory}
    </Alert>
  ) : null;

const KeptSites = ({ sites }: { sites: UserRow["sites"] }) => (
  <Input.Wrapper label={texts.sites} labelElement="div" description={directoryMessages.decides}>
    <p className={classes.kept}>{sites.map(({ name }) => name).join(", ") || texts.noSites}</p>
  </Input.Wrapper>
);

/** The fields of a user, in a new one and on its page; the company decides which it has. */
export const UserFields = (props: UserFieldsProps) => {
  const { company, mode, form, user } = props;
  const { field, values, set, errors } = form;
  const hierarchy = company.has_company_hierarchy;
  const setsPassword = mode === "edit" || !values.is_invited;
  const kept = keptIn(props);
  const keepsSites = kept("sites").disabled === true;
  return (
    <div className={classes.fields}>
      {mode === "clone" && user && (
        <Alert className={classes.wide} role="note">
          {texts.cloneOf(displayName(user))} {user.is_company_admin && texts.cloneOfAdmin}
        </Alert>
      )}
      {mode === "edit" && user && <DirectoryNote user={user} />}
      <TextField label={texts.firstName} required {...field("first_name")} {...kept("first_name")} />
      <TextField label={texts.lastName} required {...field("last_name")} {...kept("last_name")} />
      {hierarchy && (
        <NodeSelect
          label={texts.node}
          className={classes.wide}
          failed={texts.nodesFailed}
          {...field("node")}
          {...kept("node")}
        />
      )}
      <UsernameField {...props} />
      <RoleField form={form} {...kept("role")} />
      <TextField
        label={texts.email}
        type="email"
        inputMode="email"
        required
        {...field("email")}
        {...kept("email")}
      />
      {mode !== "edit" && <WayIn form={form} />}
      {setsPassword && (
        <PasswordField
          label={texts.password}
          className={classes.wide}
          required={mode !== "edit"}
          autoComplete="new-password"
          placeholder={mode === "edit" ? texts.passwordShown : undefined}
          description={mode === "edit" ? texts.keepPassword : texts.passwordHint}
          {...field("password")}
        />
      )}
      <PhoneField
        label={texts.phone}
        className={classes.wide}
        autoComplete="off"
        required={values.enable_text_messages}
        description={texts.phoneHint}
        {...field("phone")}
      />
      <div className={classes.switches}>
        <SwitchField form={form} name="alerts_enabled" label={texts.alerts} />
        <SwitchField form={form} name="enable_analytics" label={texts.analytics} />
        <SwitchField form={form} name="enable_text_messages" label={texts.textMessages} />
        {mode !== "edit" && setsPassword && (
          <SwitchField
            form={form}
            name="send_welcome_email"
            label={texts.welcome}
            description={texts.welcomeHint}
          />
        )}
        {mode === "clone" && (
          <SwitchField
            form={form}
            name="clone_triggers"
            label={texts.cloneTriggers}
            description={texts.cloneTriggersHint}
          />
        )}
      </div>
      {mode !== "create" && !hierarchy && (
        <div className={classes.wide}>
          {keepsSites ? (
            <KeptSites sites={user?.sites ?? []} />
          ) : (
            <SitesField
              picked={values.sites}
              onPick={(sites) => set({ sites })}
              before={user?.sites}
              error={errors.sites}
            />
          )}
        </div>
      )}
    </div>
  );
};
