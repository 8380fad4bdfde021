import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { usePageAction } from "../page/page-actions.ts";

interface CreateButtonProps {
  readonly label: string;
  /** Renders the dialog, such as a `CreateDialog`. */
  readonly children: (dialog: { readonly opened: boolean; readonly onClose: () => void }) => ReactNode;
}

/** A button that opens a create dialog. */
export const CreateButton = ({ label, children }: CreateButtonProps) => {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  usePageAction(label, open);
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        {label}
      </Button>
      {children({ opened, onClose: () => setOpened(false) })}
    </>
  );
};
