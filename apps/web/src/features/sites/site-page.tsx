import type { SessionCompany } from "@mcc/contract/access/session.ts";
import { cloneSite, findSite, updateSite } from "@mcc/contract/sites/site-records.api.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import type { SiteRecord } from "@mcc/contract/sites/sites.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { Navigate, useNavigate, useParams } from "@tanstack/react-router";
import { type ComponentProps, type ReactNode, useMemo, useState } from "react";
import { call } from "../../platform/api/call.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { useBack, useRecordAction } from "../../platform/records/edit-or-clone.ts";
import { useUsernamePrefix } from "../../platform/records/fields/use-username-prefix.ts";
import { EditForm } from "../../platform/records/forms/edit-form.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { refreshSites } from "./refresh-sites.ts";
import { nameError } from "./site-exists.ts";
import { SiteFields } from "./site-fields.tsx";
import {
  changesOf,
  cloneValuesOf,
  type EditedSiteValues,
  editedSiteForm,
  valuesOf,
} from "./site-form.schema.ts";
import { SiteUsersField } from "./site-users-field.tsx";
import { siteTexts as texts } from "./sites.texts.ts";

const confirmSave = (): Promise<boolean> =>
  confirm({ title: texts.saveTitle, content: texts.saveQuestion, confirm: texts.save });

const SiteForm = ({ site: current, company }: { site: SiteRecord; company: SessionCompany }) => {
  // As it was opened: a refetched site would make someone else's change look like one to undo.
  const [site] = useState(current);
  const back = useBack();
  const isClone = useRecordAction() === "CLONE";
  const navigate = useNavigate();
  const prefixOf = useUsernamePrefix(company);
  const send = async (values: EditedSiteValues) => {
    const request = { params: { id: site.id }, body: changesOf(company, values, site) };
    await saveRecord({
      send: () => (isClone ? call(cloneSite, request) : call(updateSite, request)),
      success: texts.saved,
      failure: texts.saveFailed,
      invalidate: refreshSites,
    });
    await navigate({ to: "/sites", search: back });
  };
  const initialValues = useMemo(() => (isClone ? cloneValuesOf(site) : valuesOf(site)), [site, isClone]);
  return (
    <EditForm<EditedSiteValues>
      schema={editedSiteForm(company, { prefixOf, before: isClone ? undefined : site })}
      initialValues={initialValues}
      checks={{ name: async (name) => (name === site.name && !isClone ? undefined : nameError(name)) }}
      submit={texts.save}
      confirmSubmit={site.has_approval_rule && !isClone ? confirmSave : undefined}
      send={send}
    >
      {(form) => (
        <>
          <SiteFields company={company} warehouse={site.site_warehouse} form={form as never} />
          <TextField
            label={texts.shopUsername}
            required={!isClone}
            description={isClone ? texts.ownShopUsername : undefined}
            {...form.field("ecommerce_username")}
          />
          {!company.has_company_hierarchy && (
            <SiteUsersField
              picked={form.values.users}
              onPick={(users) => form.set({ users })}
              before={site.users}
              error={form.errors.users}
            />
          )}
        </>
      )}
    </EditForm>
  );
};

/** The page of a site, by its id. */
const SiteById = ({ id, frame, budgets }: { id: string; frame: Frame; budgets: Budgets }) => {
  const action = useRecordAction();
  const { company } = useSessionUser();
  // Not cached: the form starts with the site as the server has it now.
  const loaded = useRecord(findSite, { params: { id } }, { failed: texts.fetchFailed, gcTime: 0 });
  return (
    <RecordPage {...frame} loaded={loaded}>
      {(site) =>
        company && (
          <>
            <SiteForm key={`${site.id} ${action}`} site={site} company={company} />
            {action !== "CLONE" && budgets?.(site.id)}
          </>
        )
      }
    </RecordPage>
  );
};

/** An address with the name of a site, regardless of case, leads to the one with its id. */
const SiteByName = ({ name, frame }: { name: string; frame: Frame }) => {
  const loaded = useRecord(siteList.page, { query: { named: name } }, { failed: texts.fetchFailed });
  const missing = loaded.missing || loaded.record?.results.length === 0;
  return (
    <RecordPage {...frame} loaded={{ ...loaded, missing }}>
      {({ results: [site] }) =>
        site && <Navigate to="/sites/$siteId" params={{ siteId: String(site.id) }} search={true} replace />
      }
    </RecordPage>
  );
};

type Budgets = ((site: number) => ReactNode) | undefined;
type Frame = Omit<ComponentProps<typeof RecordPage>, "loaded" | "children">;

/** One site: edited, with its budgets below; or the beginning of another one like it. */
export const SitePage = ({ budgets }: { budgets?: (site: number) => ReactNode }) => {
  const { siteId = "" } = useParams({ strict: false });
  const back = useBack();
  const title = useRecordAction() === "CLONE" ? texts.cloneTitle : texts.editTitle;
  const list = { to: "/sites", search: back } as const;
  const frame = {
    title,
    breadcrumbs: breadcrumbs([{ ...list, label: texts.title }], title),
    back: { ...list, label: texts.returnToSites },
    failed: texts.fetchFailed,
  };
  return /^\d+$/.test(siteId) ? (
    <SiteById id={siteId} frame={frame} budgets={budgets} />
  ) : (
    <SiteByName name={siteId} frame={frame} />
  );
};
