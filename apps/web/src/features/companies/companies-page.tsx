import { Button } from "@mantine/core";
import { companyList } from "@mcc/contract/companies/companies.api.ts";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { IconHierarchy2, IconMapPinPlus, IconPencil, IconPlus } from "@tabler/icons-react";
import { Link, linkOptions, useNavigate } from "@tanstack/react-router";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { WITHOUT_STREAM_MS } from "../../platform/lists/list-page.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { RecordLink } from "../../platform/records/record-link.tsx";
import { companyTexts as texts } from "./companies.texts.ts";

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

const companyLink = ({ id }: Company) => linkOptions({ to: "/companies/$id", params: { id: String(id) } });

const columns: RowColumns<typeof companyList> = {
  name: {
    cell: (company) => (
      <>
        <RecordLink to={companyLink(company)}>{company.name}</RecordLink>
        {company.closed_at && (
          <>
            {" "}
            <Tag tone="warn">{texts.closed}</Tag>
          </>
        )}
      </>
    ),
    identifies: true,
    width: [240, 640],
  },
};

const actions = (company: Company) => {
  const { id, name: about } = company;
  const params = { companyId: String(id) };
  return (
    <>
      <IconAction
        label={texts.edit}
        about={about}
        icon={<IconPencil {...icon} />}
        renderRoot={(props) => <Link {...props} {...companyLink(company)} />}
      />
      <IconAction
        label={texts.uploadNodes}
        about={about}
        icon={<IconHierarchy2 {...icon} />}
        renderRoot={(props) => <Link {...props} to="/companies/$companyId/nodes/upload" params={params} />}
      />
      <IconAction
        label={texts.uploadSites}
        about={about}
        icon={<IconMapPinPlus {...icon} />}
        renderRoot={(props) => <Link {...props} to="/companies/$companyId/sites/upload" params={params} />}
      />
    </>
  );
};

/** All companies, for platform admins, whose home page it is. */
export const CompaniesPage = () => {
  const list = useListState(companyList);
  const navigate = useNavigate();
  return (
    <Page
      section={texts.title}
      title={texts.section}
      actions={
        <>
          <Button
            variant="default"
            renderRoot={(props: object) => <Link {...props} to="/companies/closed" />}
          >
            {texts.closedCompanies}
          </Button>
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            renderRoot={(props: object) => <Link {...props} to="/companies/create" />}
          >
            {texts.create}
          </Button>
        </>
      }
    >
      <ResourceTable
        list={list}
        noun={texts.title}
        searched={texts.searched}
        messages={{ failed: texts.fetchAllFailed, searchFailed: texts.searchFailed }}
        columns={columns}
        rowKey={({ id }) => id}
        actions={actions}
        maxActions={3}
        open={(company: Company) => void navigate(companyLink(company))}
        refreshEvery={WITHOUT_STREAM_MS}
        emptyHint={texts.empty}
      />
    </Page>
  );
};
