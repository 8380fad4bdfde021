import { findConfiguration } from "@mcc/contract/companies/configurations.api.ts";
import { importNodes, importSites } from "@mcc/contract/imports/file-imports.api.ts";
import { nodeColumns } from "@mcc/contract/imports/node-columns.ts";
import { siteColumns } from "@mcc/contract/imports/site-columns.ts";
import { EmptyState } from "@mcc/ui/empty-state.tsx";
import { IconHierarchyOff } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import {
  companyTexts,
  configurationTexts,
  importTexts,
  nodeImportTexts,
  siteImportTexts,
} from "./companies.texts.ts";
import { CompanyBreadcrumb } from "./company-breadcrumb.tsx";
import { ImportForm, type ImportKind } from "./import-form.tsx";

const nodes: ImportKind = {
  endpoint: importNodes,
  headers: Object.values(nodeColumns),
  texts: nodeImportTexts,
};
const sites: ImportKind = {
  endpoint: importSites as unknown as ImportKind["endpoint"],
  headers: Object.values(siteColumns),
  texts: siteImportTexts,
};

const home = { to: "/companies", label: companyTexts.title } as const;

/** An import for a company with a hierarchy; a company without a configuration has none either. */
const ImportPage = ({ kind }: { kind: ImportKind }) => {
  const { companyId = "" } = useParams({ strict: false });
  const { record, missing, error, retry } = useRecord(
    findConfiguration,
    { params: { id: companyId } },
    { failed: configurationTexts.fetchFailed },
  );
  const configuration = missing ? { has_company_hierarchy: null } : record;
  return (
    <RecordPage
      section={companyTexts.section}
      title={kind.texts.title}
      breadcrumbs={breadcrumbs([home, <CompanyBreadcrumb key="company" id={companyId} />], kind.texts.title)}
      back={{ ...home, label: companyTexts.back }}
      failed={configurationTexts.fetchFailed}
      loaded={{ record: configuration, missing: false, error, retry }}
    >
      {({ has_company_hierarchy }) =>
        has_company_hierarchy ? (
          <ImportForm companyId={companyId} kind={kind} />
        ) : (
          <EmptyState icon={<IconHierarchyOff size={28} stroke={1.5} />}>
            {importTexts.noHierarchy}
          </EmptyState>
        )
      }
    </RecordPage>
  );
};

export const ImportNodesPage = () => <ImportPage kind={nodes} />;
export const ImportSitesPage = () => <ImportPage kind={sites} />;
