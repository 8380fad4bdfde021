import { Switch } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { deleteUser, inviteUser, updateUser } from "@mcc/contract/users/users.api.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { IconMailForward } from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import type { Search } from "../../platform/lists/list-state.ts";
import { runAction, useIsRunning } from "../../platform/records/action.ts";
import { confirmDelete } from "../../platform/records/confirm-delete.ts";
import { linkState, type RecordAction, searchFor } from "../../platform/records/edit-or-clone.ts";
import { RecordActions } from "../../platform/records/record-actions.tsx";
import { refreshUsers } from "./refresh-users.ts";
import { userTexts as texts } from "./users.texts.ts";

export const userLink = (user: UserRow, action: RecordAction, back: Search) =>
  linkOptions({
    to: "/users/$userId",
    params: { userId: String(user.id) },
    search: searchFor(action),
    state: linkState(user, back),
  });

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

const askToDelete = (user: UserRow): Promise<void> =>
  confirmDelete({
    key: [deleteUser.path, user.id],
    title: texts.deleteTitle,
    question: texts.deleteQuestion(displayName(user)),
    confirm: texts.delete,
    send: () => call(deleteUser, { params: { id: user.id } }),
    success: texts.deleted,
    failure: texts.deleteFailed,
    invalidate: refreshUsers,
  });

export const resendInvitation = ({ id }: UserRow) =>
  runAction({
    key: [inviteUser.path, id],
    send: () => call(inviteUser, { params: { id } }),
    success: texts.invited,
    failure: texts.inviteFailed,
    invalidate: refreshUsers,
  });

export const UserActions = ({ user, back }: { user: UserRow; back: Search }) => (
  <RecordActions
    name={user.username}
    clone={userLink(user, "CLONE", back)}
    edit={userLink(user, "EDIT", back)}
    more={
      user.is_invited
        ? [
            {
              label: texts.inviteAgain,
              icon: <IconMailForward {...icon} />,
              onClick: () => resendInvitation(user),
            },
          ]
        : []
    }
    hint={user.directory ? texts.keptByDirectory : undefined}
    onDelete={user.directory ? undefined : () => askToDelete(user)}
  />
);

/** Shows the new value while it is saved. */
export const AlertsSwitch = ({ user: { id, username, alerts_enabled } }: { user: UserRow }) => {
  const key = ["alerts", id] as const;
  const checked = useIsRunning(key) ? !alerts_enabled : alerts_enabled;
  const turn = () =>
    runAction({
      key,
      send: () => call(updateUser, { params: { id }, body: { id, alerts_enabled: !alerts_enabled } }),
      success: texts.alertsUpdated,
      failure: texts.alertsFailed,
      invalidate: refreshUsers,
    });
  return (
    <Switch
      size="sm"
      aria-label={`${texts.alerts}, ${username}`}
      checked={checked}
      onChange={() => void turn()}
    />
  );
};
