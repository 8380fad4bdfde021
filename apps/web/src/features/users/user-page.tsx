import { Alert, Group } from "@mantine/core";
import type { SessionCompany } from "@mcc/contract/access/session.ts";
import { cloneUser, findUser, updateUser } from "@mcc/contract/users/users.api.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { call } from "../../platform/api/call.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { useBack, useRecordAction } from "../../platform/records/edit-or-clone.ts";
import { EditForm } from "../../platform/records/forms/edit-form.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { EraseButton } from "./erase-user.tsx";
import { refreshUsers } from "./refresh-users.ts";
import { useUserForm } from "./use-user-form.ts";
import { UserAccess } from "./user-access.tsx";
import { resendInvitation } from "./user-actions.tsx";
import { UserFields } from "./user-fields.tsx";
import { type UserMode, type UserValues, valuesOf } from "./user-form.schema.ts";
import classes from "./user-page.module.css";
import { userTexts as texts } from "./users.texts.ts";

const confirmSave = (): Promise<boolean> =>
  confirm({ title: texts.saveTitle, content: texts.saveQuestion, confirm: texts.save });

interface UserFormProps {
  readonly user: UserRow;
  readonly mode: UserMode;
  readonly company: SessionCompany;
}

const UserForm = ({ user: current, mode, company }: UserFormProps) => {
  // As it was opened: a refetched user would make someone else's change look like one to undo.
  const [user] = useState(current);
  const [initialValues] = useState(() => valuesOf(user, mode));
  const back = useBack();
  const navigate = useNavigate();
  const { schema, bodyOf, prefixOf } = useUserForm(company, mode, user);
  const send = async (values: UserValues) => {
    const request = { params: { id: user.id }, body: bodyOf(values) };
    await saveRecord({
      send: () => (mode === "clone" ? call(cloneUser, request) : call(updateUser, request)),
      success: texts.updated,
      failure: texts.updateFailed,
      invalidate: refreshUsers,
    });
    await navigate({ to: "/users", search: back });
  };
  return (
    <EditForm<UserValues>
      schema={schema}
      initialValues={initialValues}
      submit={texts.save}
      confirmSubmit={mode === "edit" && user.has_approval_rule ? confirmSave : undefined}
      send={send}
    >
      {(form) => <UserFields company={company} mode={mode} form={form} prefixOf={prefixOf} user={user} />}
    </EditForm>
  );
};

/** The user cannot sign in yet; the link of the invitation may be lost or too old. */
const Invited = ({ user }: { user: UserRow }) => (
  <Alert className={classes.wide} color="blue">
    <Group justify="space-between">
      {texts.invitedHint}
      <ActionButton variant="default" size="xs" action={() => resendInvitation(user)}>
        {texts.inviteAgain}
      </ActionButton>
    </Group>
  </Alert>
);

/**
 * One user: edited, with what they may see and approve beside it and `more` of other features below; or the beginning
 * of another one like them.
 */
export const UserPage = ({ more }: { more?: (user: UserRow) => readonly ReactElement[] }) => {
  const { userId: id = "" } = useParams({ strict: false });
  const back = useBack();
  const who = useSessionUser();
  const { company } = who;
  const mode = useRecordAction() === "CLONE" ? "clone" : "edit";
  const title = mode === "clone" ? texts.cloneTitle : texts.editTitle;
  const list = { to: "/users", search: back } as const;
  // Not cached: the form starts with the user as the server has them now.
  const ask = { params: { id }, query: { withSites: "true" } } as const;
  const loaded = useRecord(findUser, ask, { failed: texts.fetchFailed, gcTime: 0 });
  return (
    <RecordPage
      title={title}
      breadcrumbs={breadcrumbs([{ ...list, label: texts.title }], title)}
      back={{ ...list, label: texts.back }}
      failed={texts.fetchFailed}
      loaded={loaded}
    >
      {(user) =>
        company && (
          <div className={classes.columns}>
            {mode === "edit" && user.is_invited && <Invited user={user} />}
            <UserForm key={`${user.id} ${mode}`} user={user} mode={mode} company={company} />
            {mode === "edit" && <UserAccess id={user.id} />}
            {mode === "edit" &&
              more?.(user).map((card) => (
                <div key={card.key} className={classes.wide}>
                  {card}
                </div>
              ))}
            {mode === "edit" && user.id !== who.id && (
              <div className={classes.wide}>
                <EraseButton user={user} />
              </div>
            )}
          </div>
        )
      }
    </RecordPage>
  );
};
