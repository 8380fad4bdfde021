import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { findConfiguration } from "@mcc/contract/companies/configurations.api.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { configurationTexts, companyTexts as texts } from "./companies.texts.ts";
import { CompanyEditor } from "./company-editor.tsx";
import { ConfigurationLink } from "./configuration-link.tsx";

/** The form of a company, and the way to its configuration, as soon as it is known whether there is one. */
export const UpdateCompany = ({ company }: { company: Company }) => {
  const companyId = String(company.id);
  const { record, missing } = useRecord(
    findConfiguration,
    { params: { id: companyId } },
    { failed: configurationTexts.fetchFailed },
  );
  const isKnown = record !== undefined || missing;
  return (
    <Card
      title={texts.update}
      aside={isKnown && <ConfigurationLink companyId={companyId} exists={record !== undefined} />}
    >
      <CompanyEditor company={company} />
    </Card>
  );
};
