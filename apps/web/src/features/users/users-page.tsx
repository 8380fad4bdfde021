import { userList } from "@mcc/contract/users/users.api.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { useNavigate } from "@tanstack/react-router";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { CreateButton } from "../../platform/records/forms/create-button.tsx";
import { UploadsLink } from "../../platform/records/import/uploads-link.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { UserActions, userLink } from "./user-actions.tsx";
import { userTexts as texts } from "./users.texts.ts";
import { userColumns, userSpreadsheet } from "./users-columns.tsx";

const loadCreateUser = async () => (await import("./create-user.tsx")).CreateUser;

/** The users of the company, for its admins. */
export const UsersPage = () => {
  const list = useListState(userList);
  const navigate = useNavigate();
  return (
    <Page
      section={texts.section}
      title={texts.title}
      actions={
        <>
          {!useSessionUser().company?.has_company_hierarchy && <UploadsLink>{texts.upload}</UploadsLink>}
          <CreateButton label={texts.create} load={loadCreateUser} />
        </>
      }
    >
      <ResourceTable
        list={list}
        noun={texts.title}
        searched={texts.searched}
        columns={userColumns}
        rowKey={({ id }) => id}
        actions={(user: UserRow) => <UserActions user={user} back={list.search} />}
        maxActions={2}
        open={(user: UserRow) => void navigate(userLink(user, "EDIT", list.search))}
        spreadsheet={userSpreadsheet}
      />
    </Page>
  );
};
