import { Button } from "@mantine/core";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { useState } from "react";
import { toast } from "../../platform/page/toast.ts";
import { userTexts as texts } from "./users.texts.ts";

const load = async () => (await import("./erase-dialog.tsx")).EraseDialog;

/** On the page of a user. What erasing does, and for whom it is not possible, is said by the dialog. */
export const EraseButton = ({ user }: { user: UserRow }) => {
  const [isOpen, setOpen] = useState(false);
  const Dialog = useLazy(load, { early: false, needed: isOpen, onFailure: toast.failure });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.erase}
      </Button>
      {Dialog && isOpen && <Dialog user={user} onClose={() => setOpen(false)} />}
    </>
  );
};
