import { Button, Text } from "@mantine/core";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useBack } from "../../platform/records/edit-or-clone.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { eraseCardTexts as texts } from "./erase-card.texts.ts";

const load = async () => (await import("./erase-dialog.tsx")).EraseDialog;

/** On the page of a user: says how erasing differs from deleting, and opens the dialog. */
export const EraseCard = ({ user }: { user: UserRow }) => {
  const [isOpen, setOpen] = useState(false);
  const Dialog = useLazy(load, { early: false, needed: isOpen });
  const back = useBack();
  const navigate = useNavigate();
  const isOwn = useSessionUser().id === user.id;
  const refused = isOwn ? texts.ownHint : user.directory ? texts.directoryHint : undefined;
  return (
    <Card
      title={texts.card}
      aside={
        refused === undefined && (
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {texts.action}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {refused ?? texts.hint}
      </Text>
      {Dialog && isOpen && (
        <Dialog
          user={user}
          onClose={() => setOpen(false)}
          onErased={() => navigate({ to: "/users", search: back })}
        />
      )}
    </Card>
  );
};
