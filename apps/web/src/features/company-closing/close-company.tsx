import { Text } from "@mantine/core";
import { companyList, findCompany } from "@mcc/contract/companies/companies.api.ts";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { closeCompany, companyClosings } from "@mcc/contract/company-closing/company-closing.api.ts";
import { closingMessages, WAITING_DAYS } from "@mcc/contract/company-closing/company-closing.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { closingTexts as texts } from "./company-closing.texts.ts";

interface CloseCompanyProps {
  readonly company: Company;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const formOf = ({ name }: Company) =>
  z.object({
    days: z.string().regex(/^\d{1,3}$/, closingMessages.days),
    name: z.string().refine((typed) => typed.trim() === name, closingMessages.name),
  });
type CloseValues = z.output<ReturnType<typeof formOf>>;

/** Asks for the waiting time and for the name of the company. */
export const CloseCompany = ({ company, ...dialog }: CloseCompanyProps) => (
  <CreateDialog<CloseValues>
    {...dialog}
    title={texts.closeTitle(company.name)}
    submit={texts.submit}
    schema={formOf(company)}
    initialValues={{ days: String(WAITING_DAYS), name: "" }}
    send={({ days, name }) =>
      saveRecord({
        send: () => call(closeCompany, { params: { id: company.id }, body: { name, days: Number(days) } }),
        success: texts.closed,
        failure: texts.closeFailed,
        fieldErrorsOnly: true,
        invalidate: () => invalidate([findCompany, companyList.page, companyClosings]),
      })
    }
  >
    {(field) => (
      <>
        <Text c="dimmed">{texts.closeNote}</Text>
        <TextField label={texts.days} description={texts.daysHint} inputMode="numeric" {...field("days")} />
        <TextField label={texts.confirmName(company.name)} autoComplete="off" {...field("name")} />
      </>
    )}
  </CreateDialog>
);
