import { Text, TextInput } from "@mantine/core";
import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { IconRefresh } from "@tabler/icons-react";
import type { ComponentProps } from "react";
import { WizardStep } from "../../platform/records/forms/wizard.tsx";
import { generatePassword } from "./password.ts";
import classes from "./site-fields.module.css";
import { ShopUser, type ShopUserValues } from "./site-form.schema.ts";
import { siteTexts as texts } from "./sites.texts.ts";

type Step = ComponentProps<typeof WizardStep<ShopUserValues>>;

interface ShopUserStepProps extends Pick<Step, "initialErrors" | "initialValues" | "send" | "step"> {
  readonly siteName: string;
  readonly goBack: (values: ShopUserValues) => void;
}

/** The second step of a new site: its shop user, with a generated password. */
export const ShopUserStep = ({ siteName, goBack, ...step }: ShopUserStepProps) => (
  <WizardStep<ShopUserValues>
    {...step}
    title={texts.shopTitle}
    submit={texts.saveSite}
    back={{ label: texts.back, go: goBack }}
    keepsUnsaved
    schema={ShopUser}
  >
    {({ field, values, set }) => (
      <>
        <Text size="sm" c="dimmed">
          {texts.shopUserOf(siteName)}
        </Text>
        <TextField label={texts.shop} required autoComplete="off" {...field("ecommerce_username")} />
        <TextInput
          label={texts.password}
          required
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: classes.password ?? "" }}
          description={texts.passwordHint}
          rightSectionWidth={64}
          rightSection={
            <>
              <CopyButton noun={texts.password.toLowerCase()} text={values.password} />
              <IconAction
                size="sm"
                label={texts.newPassword}
                icon={<IconRefresh size={15} stroke={1.6} aria-hidden />}
                onClick={() => set({ password: generatePassword() })}
              />
            </>
          }
          {...field("password")}
        />
      </>
    )}
  </WizardStep>
);
