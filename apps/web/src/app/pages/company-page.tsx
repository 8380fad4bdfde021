import { Stack } from "@mantine/core";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { useParams } from "@tanstack/react-router";
import { companyAnalyticsTexts } from "../../features/analytics/company-analytics.texts.ts";
import { CompanyAnalytics } from "../../features/analytics/company-analytics.tsx";
import { Administrators } from "../../features/companies/administrators.tsx";
import { administratorTexts, companyTexts as texts } from "../../features/companies/companies.texts.ts";
import { CompanyIntegration } from "../../features/companies/company-integration.tsx";
import { companyPageHeader } from "../../features/companies/company-page-header.tsx";
import { integrationTexts } from "../../features/companies/integration.texts.ts";
import { NextStep } from "../../features/companies/next-step.tsx";
import { UpdateCompany } from "../../features/companies/update-company.tsx";
import { useCompany } from "../../features/companies/use-company.ts";
import { closingTexts } from "../../features/company-closing/company-closing.texts.ts";
import { ClosedCompany, CompanyClosing } from "../../features/company-closing/company-closing.tsx";
import { CompanyDomains } from "../../features/single-sign-on/company-domains.tsx";
import { ssoTexts } from "../../features/single-sign-on/single-sign-on.texts.ts";
import { CompanySupportAccess } from "../../features/support-access/company-support-access.tsx";
import { supportTexts } from "../../features/support-access/support-access.texts.ts";
import { CompanyTheme } from "../../features/theme/company-theme.tsx";
import { themeTexts } from "../../features/theme/theme.texts.ts";
import { CompanyUsage } from "../../features/usage/company-usage.tsx";
import { usageTexts } from "../../features/usage/usage.texts.ts";
import { SectionIndex } from "../../platform/page/section-index.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";

/** Each section has the label of its heading. */
const sectionsOf = (company: Company) => [
  { id: "company", label: texts.update, content: <UpdateCompany company={company} /> },
  { id: "support", label: supportTexts.title, content: <CompanySupportAccess companyId={company.id} /> },
  {
    id: "administrators",
    label: administratorTexts.title,
    content: <Administrators companyId={company.id} />,
  },
  { id: "theme", label: themeTexts.title, content: <CompanyTheme companyId={company.id} /> },
  { id: "domains", label: ssoTexts.companyDomains, content: <CompanyDomains companyId={company.id} /> },
  { id: "integration", label: integrationTexts.title, content: <CompanyIntegration company={company} /> },
  {
    id: "analytics",
    label: companyAnalyticsTexts.title,
    content: <CompanyAnalytics companyId={company.id} />,
  },
  { id: "usage", label: usageTexts.title, content: <CompanyUsage companyId={company.id} /> },
  { id: "closing", label: closingTexts.card, content: <CompanyClosing company={company} /> },
];

/** One company for platform admins: its form, and a section for everything else that belongs to it. */
export const CompanyPage = () => {
  const { id = "" } = useParams({ strict: false });
  const loaded = useCompany(id);
  const title = loaded.record?.name ?? texts.update;
  return (
    <RecordPage {...companyPageHeader(title)} failed={texts.fetchFailed} loaded={loaded}>
      {(company) =>
        company.closed_at ? (
          <ClosedCompany company={company} />
        ) : (
          <Stack key={company.id} gap="xl">
            <NextStep company={company} />
            <SectionIndex label={texts.sections} sections={sectionsOf(company)} />
          </Stack>
        )
      }
    </RecordPage>
  );
};
