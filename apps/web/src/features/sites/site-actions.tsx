import { can } from "@mcc/contract/access/permissions.ts";
import { deleteSite } from "@mcc/contract/sites/site-records.api.ts";
import type { SiteRow } from "@mcc/contract/sites/sites.schema.ts";
import { linkOptions } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import type { Search } from "../../platform/lists/list-state.ts";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { linkState, type RecordAction, searchFor } from "../../platform/records/edit-or-clone.ts";
import { RecordActions } from "../../platform/records/record-actions.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { LoginAsAction } from "./login-as-action.tsx";
import { refreshSites } from "./refresh-sites.ts";
import { siteTexts as texts } from "./sites.texts.ts";

/** A link to the page of a site. Its address says what is to be done, and its state carries the site. */
export const siteLink = (site: SiteRow, action: RecordAction, back: Search) =>
  linkOptions({
    to: "/sites/$siteId",
    params: { siteId: String(site.id) },
    search: searchFor(action),
    state: linkState(site, back),
  });

const askToDelete = ({ id, name }: SiteRow): Promise<void> =>
  confirmDelete({
    key: [deleteSite.path, id],
    title: texts.deleteTitle,
    question: texts.deleteQuestion(name),
    confirm: texts.delete,
    send: () => call(deleteSite, { params: { id } }),
    success: texts.deleted,
    failure: texts.deleteFailed,
    invalidate: refreshSites,
  });

/** The actions of a site in the list. The page of a site is for company admins, and so are the actions that need it. */
export const SiteActions = ({ site, back }: { site: SiteRow; back: Search }) => (
  <>
    {can(useSessionUser(), "company-admin") && (
      <RecordActions
        name={site.name}
        clone={siteLink(site, "CLONE", back)}
        edit={siteLink(site, "EDIT", back)}
        onDelete={() => askToDelete(site)}
      />
    )}
    <LoginAsAction site={site} />
  </>
);
