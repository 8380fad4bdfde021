import { Stack, Text } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { eraseUser } from "@mcc/contract/erasure/erasure.api.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { useBack } from "../../platform/records/edit-or-clone.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { eraseTexts as texts } from "./erase.texts.ts";
import { refreshUsers } from "./refresh-users.ts";

interface EraseDialogProps {
  readonly user: UserRow;
  readonly onClose: () => void;
}

const isSame = (typed: string, name: string): boolean =>
  typed.trim().toLowerCase() === name.trim().toLowerCase();

/** Says what erasing does, and asks for the name. */
export const EraseDialog = ({ user, onClose }: EraseDialogProps) => {
  const back = useBack();
  const navigate = useNavigate();
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
    await navigate({ to: "/users", search: back });
  };
  return (
    <CreateDialog<{ name: string }>
      opened
      onClose={onClose}
      title={texts.title(name)}
      submit={texts.submit}
      schema={schema}
      initialValues={{ name: "" }}
      blocked={({ values }) => Boolean(user.directory) || !isSame(values.name, name)}
      send={send}
    >
      {(field) =>
        user.directory ? (
          <Text>{texts.ofDirectory}</Text>
        ) : (
          <>
            <Stack gap="xs">
              {[texts.hint, ...texts.gone].map((line) => (
                <Text key={line}>{line}</Text>
              ))}
            </Stack>
            <Text fw={600}>{texts.final}</Text>
            <TextField label={texts.typeName(name)} required autoComplete="off" {...field("name")} />
          </>
        )
      }
    </CreateDialog>
  );
};
