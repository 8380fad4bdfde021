import { findCompany } from "@mcc/contract/companies/companies.api.ts";
import { findCompanyTheme, updateCompanyTheme } from "@mcc/contract/theme/company-theme.api.ts";
import { type CompanyTheme as Theme, ThemeFields } from "@mcc/contract/theme/company-theme.schema.ts";
import { Logo } from "@mcc/ui/content/logo.tsx";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { EditForm } from "../../platform/records/forms/edit-form.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { RecordSection } from "../../platform/records/record-section.tsx";
import { keepRecord } from "../../platform/records/use-record.ts";
import { AccentPreview } from "./accent-preview.tsx";
import { LogoActions } from "./logo-actions.tsx";
import classes from "./theme.module.css";
import { themeTexts as texts } from "./theme.texts.ts";

type Values = { label: string; accent_color: string };

const HEX = /^#[0-9a-f]{6}$/i;

const ThemeInputs = ({ form, logo }: { form: AppForm<Values>; logo: string | null }) => {
  const { label, accent_color } = form.values;
  return (
    <>
      <TextField
        label={texts.label}
        description={texts.labelHint}
        required
        maxLength={60}
        {...form.field("label")}
      />
      <div className={classes.color}>
        <TextField
          label={texts.color}
          description={texts.colorHint}
          maxLength={7}
          {...form.field("accent_color")}
        />
        <input
          type="color"
          className={classes.picker}
          aria-label={texts.pickColor}
          value={HEX.test(accent_color) ? accent_color : "#1f6feb"}
          onChange={({ currentTarget }) => form.set({ accent_color: currentTarget.value })}
        />
      </div>
      <AccentPreview color={accent_color} label={label} logo={logo} />
    </>
  );
};

const ThemeForm = ({ companyId, theme }: { companyId: number; theme: Theme }) => {
  const params = { id: companyId };
  const keep = (changed: Theme) => keepRecord(findCompanyTheme, { params }, changed);
  const refresh = () => invalidate([findCompanyTheme, findCompany]);
  const before = { label: theme.label, accent_color: theme.accent_color ?? "" };
  const send = (body: Values) =>
    saveRecord({
      send: () => call(updateCompanyTheme, { params, body }),
      onSuccess: keep,
      success: texts.saved,
      failure: texts.saveFailed,
      fieldErrorsOnly: true,
      invalidate: refresh,
    });
  return (
    <div className={classes.theme}>
      <section className={classes.logo} aria-label={texts.logo}>
        <h3 className={classes.heading}>{texts.logo}</h3>
        <p className={classes.hint}>{texts.logoHint}</p>
        {theme.logo ? (
          <div className={classes.frame}>
            <Logo src={theme.logo} name={theme.label} size="lg" />
          </div>
        ) : (
          <p className={classes.hint}>{texts.noLogo}</p>
        )}
        <div className={classes.actions}>
          <LogoActions companyId={companyId} hasLogo={theme.logo !== null} keep={keep} refresh={refresh} />
        </div>
      </section>
      <EditForm<Values> schema={ThemeFields as never} initialValues={before} submit={texts.save} send={send}>
        {(form) => <ThemeInputs form={form} logo={theme.logo} />}
      </EditForm>
    </div>
  );
};

/** How a company looks: logo, label and color, with a preview. */
export const CompanyTheme = ({ companyId }: { companyId: number }) => (
  <RecordSection
    title={texts.title}
    endpoint={findCompanyTheme}
    ask={{ params: { id: companyId } }}
    failed={texts.fetchFailed}
  >
    {(theme) => <ThemeForm companyId={companyId} theme={theme} />}
  </RecordSection>
);
