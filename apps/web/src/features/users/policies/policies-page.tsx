import { displayName } from "@mcc/contract/access/session.ts";
import { policyList } from "@mcc/contract/users/policies.list.ts";
import { findUser } from "@mcc/contract/users/users.api.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { linkOptions, useNavigate } from "@tanstack/react-router";
import { queryFor } from "../../../platform/api/call.ts";
import type { RowColumns } from "../../../platform/lists/columns/row-columns.ts";
import { type Search, useListState, useSearch } from "../../../platform/lists/list-state.ts";
import { ResourceTable } from "../../../platform/lists/resource-table.tsx";
import { AllNames, FirstFew } from "../../../platform/lists/table/first-few.tsx";
import { Page } from "../../../platform/page/page.tsx";
import { breadcrumbs } from "../../../platform/records/breadcrumbs.tsx";
import { linkState } from "../../../platform/records/edit-or-clone.ts";
import { CreateButton } from "../../../platform/records/forms/create-button.tsx";
import { RecordActions } from "../../../platform/records/record-actions.tsx";
import { RecordLink } from "../../../platform/records/record-link.tsx";
import { policyTexts as texts } from "./policies.texts.ts";

const loadCreatePolicy = async () => (await import("./create-policy.tsx")).CreatePolicy;

const namesOf = ({ policy_sites = [] }: UserRow) => policy_sites.map(({ name }) => name);

const policyLink = (user: UserRow, back: Search) =>
  linkOptions({
    to: "/hierarchy/policies/$id",
    params: { id: String(user.id) },
    state: linkState(user, back),
  });

const NameCell = ({ user }: { user: UserRow }) => (
  <RecordLink to={policyLink(user, useSearch())}>{displayName(user)}</RecordLink>
);

const SitesCell = ({ user }: { user: UserRow }) => (
  <FirstFew
    title={texts.sites}
    noun="sites"
    of={displayName(user)}
    names={namesOf(user)}
    count={user.policy_sites_count ?? 0}
    all={async () => (
      <AllNames
        query={queryFor(findUser, { params: { id: user.id }, query: { withSites: "true" } })}
        namesIn={namesOf}
      />
    )}
  />
);

const columns: RowColumns<typeof policyList> = {
  name: { value: displayName, cell: (user) => <NameCell user={user} />, identifies: true, width: [150, 280] },
  site: {
    value: (user) => namesOf(user).join(", "),
    cell: (user) => <SitesCell user={user} />,
    width: [240, 800],
    card: "detail",
  },
};

/** The policies of the company: each limits a user to some sites. */
export const PoliciesPage = () => {
  const list = useListState(policyList);
  const navigate = useNavigate();
  return (
    <Page
      title={texts.title}
      breadcrumbs={breadcrumbs([{ to: "/hierarchy", label: texts.hierarchy }], texts.title)}
      actions={<CreateButton label={texts.create} load={loadCreatePolicy} />}
    >
      <ResourceTable
        list={list}
        noun={texts.title}
        columns={columns}
        rowKey={({ id }) => id}
        requestFor={(query) => ({ page: policyList.page, query: { ...query, hasPolicies: true } })}
        emptyHint={texts.empty}
        actions={(user: UserRow) => (
          <RecordActions name={displayName(user)} edit={policyLink(user, list.search)} />
        )}
        maxActions={1}
        open={(user: UserRow) => void navigate(policyLink(user, list.search))}
      />
    </Page>
  );
};
