import { can } from "@mcc/contract/access/permissions.ts";
import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import type { SiteRow } from "@mcc/contract/sites/sites.schema.ts";
import { useNavigate } from "@tanstack/react-router";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { UploadsLink } from "../../platform/records/import/uploads-link.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { SiteActions, siteLink } from "./site-actions.tsx";
import { siteTexts as texts } from "./sites.texts.ts";
import { siteColumns, siteSpreadsheet } from "./sites-columns.tsx";

const loadCreateSite = async () => (await import("./create-site.tsx")).CreateSite;

export const SitesPage = () => {
  const who = useSessionUser();
  const isAdmin = can(who, "company-admin");
  const list = useListState(siteList);
  const navigate = useNavigate();
  const open = (site: SiteRow) => void navigate(siteLink(site, "EDIT", list.search));
  const actions = (site: SiteRow) => <SiteActions site={site} back={list.search} />;
  return (
    <Page
      section={texts.section}
      title={texts.title}
      actions={
        isAdmin && (
          <>
            <UploadsLink>{texts.upload}</UploadsLink>
            <CreateButton label={texts.create} load={loadCreateSite} />
          </>
        )
      }
    >
      <ResourceTable
        list={list}
        noun={texts.title}
        searched={texts.searched}
        columns={siteColumns}
        rowKey={({ id }) => id}
        maxRows={PAGE_SIZE}
        actions={isAdmin || can(who, "impersonate") ? actions : undefined}
        maxActions={isAdmin ? 3 : 1}
        open={isAdmin ? open : undefined}
        spreadsheet={siteSpreadsheet}
      />
    </Page>
  );
};
