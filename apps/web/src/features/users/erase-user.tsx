import { Button, Stack, Text } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { eraseUser } from "@mcc/contract/erasure/erasure.api.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { useBack } from "../../platform/records/edit-or-clone.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { eraseTexts as texts } from "./erase.texts.ts";
import { refreshUsers } from "./refresh-users.ts";

interface EraseDialogProps {
  readonly user: UserRow;
  readonly onClose: () => void;
  /** What follows: another page. */
  readonly onErased: () => unknown;
}

const isSame = (typed: string, name: string): boolean =>
  typed.trim().toLowerCase() === name.trim().toLowerCase();

/** Says what erasing does, and asks for the name. */
const EraseDialog = ({ user, onClose, onErased }: EraseDialogProps) => {
  const name = displayName(user);
  const schema = z.object({ name: z.string().refine((typed) => isSame(typed, name), texts.wrongName(name)) });
  const send = async (body: { name: string }): Promise<void> => {
    await saveRecord({
      send: () => call(eraseUser, { params: { id: user.id }, body }),
      success: texts.done(user.id),
      failure: texts.failed,
      fieldErrorsOnly: true,
      invalidate: refreshUsers,
    });
    await onErased();
  };
  return (
    <CreateDialog<{ name: string }>
      opened
      onClose={onClose}
      title={texts.title(name)}
      submit={texts.submit}
      schema={schema}
      initialValues={{ name: "" }}
      blocked={({ values }) => !isSame(values.name, name)}
      send={send}
    >
      {(field) => (
        <>
          <Stack gap="xs">
            {texts.gone.map((line) => (
              <Text key={line}>{line}</Text>
            ))}
          </Stack>
          <Text fw={600}>{texts.final}</Text>
          <TextField label={texts.typeName(name)} required autoComplete="off" {...field("name")} />
        </>
      )}
    </CreateDialog>
  );
};

/** On the page of a user: says how erasing differs from deleting, and opens the dialog. */
export const EraseCard = ({ user }: { user: UserRow }) => {
  const [isOpen, setOpen] = useState(false);
  const back = useBack();
  const navigate = useNavigate();
  const isOwn = useSessionUser().id === user.id;
  const refused = isOwn ? texts.ownHint : user.directory ? texts.directoryHint : undefined;
  return (
    <Card
      title={texts.card}
      aside={
        refused === undefined && (
          <Button size="compact-sm" variant="outline" color="red" onClick={() => setOpen(true)}>
            {texts.action}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {refused ?? texts.hint}
      </Text>
      {isOpen && (
        <EraseDialog
          user={user}
          onClose={() => setOpen(false)}
          onErased={() => navigate({ to: "/users", search: back })}
        />
      )}
    </Card>
  );
};
