import { Button } from "@mantine/core";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconPlus } from "@tabler/icons-react";
import { type ComponentType, useState } from "react";
import { usePageAction } from "../../page/page-actions.ts";
import { toast } from "../../page/toast.ts";

interface CreateButtonProps {
  readonly label: string;
  /** Loads the dialog, such as a `CreateDialog`: most visits to a list create nothing. */
  readonly load: () => Promise<ComponentType<{ readonly opened: boolean; readonly onClose: () => void }>>;
}

/** A button that opens a create dialog. */
export const CreateButton = ({ label, load }: CreateButtonProps) => {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  usePageAction(label, open);
  const [isLikely, setLikely] = useState(false);
  const onFailure = (error: unknown) => {
    setOpened(false);
    toast.failure(error);
  };
  const Dialog = useLazy(load, { early: isLikely, needed: opened, onFailure });
  const expect = () => setLikely(true);
  return (
    <>
      <Button
        leftSection={<IconPlus size={16} aria-hidden />}
        onPointerEnter={expect}
        onFocus={expect}
        onClick={open}
      >
        {label}
      </Button>
      {Dialog && <Dialog opened={opened} onClose={() => setOpened(false)} />}
    </>
  );
};
