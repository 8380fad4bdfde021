import { Switch } from "@mantine/core";
import { directoryMessages } from "@mcc/contract/directory/directory.schema.ts";
import { isSameEmail } from "@mcc/contract/kit/text.ts";
import { readNotificationPreferences } from "@mcc/contract/profile/notification-preferences.api.ts";
import { findProfile, updateProfile } from "@mcc/contract/profile/profile.api.ts";
import { profileMessages } from "@mcc/contract/profile/profile.messages.ts";
import type { Profile } from "@mcc/contract/profile/profile.schema.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { PASSWORD_MAX } from "@mcc/contract/sign-in/sign-in.schema.ts";
import { userMessages as says } from "@mcc/contract/users/users.messages.ts";
import { NewUser } from "@mcc/contract/users/users.schema.ts";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { PasswordField, TextField } from "@mcc/ui/forms/fields.tsx";
import { useState } from "react";
import { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { mayBePhone } from "../../platform/records/fields/phone-check.ts";
import { PhoneField } from "../../platform/records/fields/phone-field.tsx";
import { EditForm } from "../../platform/records/forms/edit-form.tsx";
import classes from "./profile.module.css";
import { profileTexts as texts } from "./profile.texts.ts";

type Values = {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly current_password: string;
  readonly phone: string;
  readonly enable_text_messages: boolean;
};

const { first_name, last_name, email } = NewUser.shape;
const schemaFor = ({ email: now, has_password }: Profile) =>
  z
    .object({
      first_name,
      last_name,
      email,
      current_password: z.string().max(PASSWORD_MAX, profileMessages.currentPasswordWrong),
      phone: z.string().refine(mayBePhone, says.phoneFormat),
      enable_text_messages: z.boolean(),
    })
    .refine(({ phone, enable_text_messages: isNeeded }) => !isNeeded || phone.trim() !== "", {
      path: ["phone"],
      error: says.phoneRequired,
    })
    .refine(
      ({ email, current_password }) => !has_password || isSameEmail(email, now) || current_password !== "",
      {
        path: ["current_password"],
        error: profileMessages.currentPasswordRequired,
      },
    ) as unknown as z.ZodType<unknown, Values>;

const roleOf = ({ role, is_company_admin, is_mcc_admin }: Profile): string => {
  if (is_mcc_admin) return texts.platformAdmin;
  const names = [role?.name, is_company_admin ? texts.companyAdmin : undefined].filter(Boolean);
  return names.join(", ") || texts.noRole;
};

/** Below the input, so that the inputs of a row stand in one line. */

/** The password is asked for and sent with another address only; who has none confirms in a dialog. */
const send = ({ current_password, ...values }: Values) =>
  saveRecord({
    send: () =>
      call(updateProfile, { body: { ...values, ...(current_password ? { current_password } : {}) } }),
    success: texts.saved,
    failure: texts.saveFailed,
    fieldErrorsOnly: true,
    invalidate: () => invalidate([findProfile, readNotificationPreferences, currentUser]),
  });

/** Name, address and phone are the user's to change; username, role and company are shown. */
export const ProfileForm = ({ profile }: { profile: Profile }) => {
  const [initialValues] = useState<Values>(() => ({
    ...profile,
    phone: profile.phone ?? "",
    current_password: "",
  }));
  const [schema] = useState(() => schemaFor(profile));
  const { username, company, kept_by_directory } = profile;
  const kept = kept_by_directory ? { disabled: true, description: directoryMessages.decides } : {};
  const facts = [
    { label: texts.username, value: username },
    { label: texts.role, value: roleOf(profile) },
    ...(company ? [{ label: texts.company, value: company.name }] : []),
  ];
  return (
    <EditForm<Values>
      schema={schema}
      initialValues={initialValues}
      submit={texts.save}
      clearOnSubmit={["email", "current_password"]}
      send={send}
    >
      {({ field, values, set }) => (
        <div className={classes.fields}>
          <div className={classes.wide}>
            <Facts facts={facts} />
          </div>
          <TextField
            label={texts.firstName}
            required
            autoComplete="given-name"
            {...field("first_name")}
            {...kept}
          />
          <TextField
            label={texts.lastName}
            required
            autoComplete="family-name"
            {...field("last_name")}
            {...kept}
          />
          <TextField
            label={texts.email}
            className={classes.wide}
            type="email"
            inputMode="email"
            autoComplete="email"
            required
            description={texts.emailHint}
            {...field("email")}
            {...kept}
          />
          {profile.has_password && !isSameEmail(values.email.trim(), profile.email) && (
            <PasswordField
              label={texts.confirmEmail}
              className={classes.wide}
              autoComplete="current-password"
              maxLength={PASSWORD_MAX}
              required
              description={texts.confirmEmailHint}
              {...field("current_password")}
            />
          )}
          <PhoneField
            label={texts.phone}
            className={classes.wide}
            autoComplete="tel"
            required={values.enable_text_messages}
            description={texts.phoneHint}
            {...field("phone")}
          />
          {company && (
            <Switch
              className={classes.wide}
              label={texts.textMessages}
              checked={values.enable_text_messages}
              onChange={({ currentTarget }) => set({ enable_text_messages: currentTarget.checked })}
            />
          )}
        </div>
      )}
    </EditForm>
  );
};
