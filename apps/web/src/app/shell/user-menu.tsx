import { ActionIcon } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { IconUser } from "@tabler/icons-react";
import { useId, useState } from "react";
import { toast } from "../../platform/page/toast.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { shellTexts as says } from "../shell.texts.ts";

const loadPanel = async () => (await import("./user-menu-panel.tsx")).UserMenuPanel;

interface Panel {
  readonly Content: Awaited<ReturnType<typeof loadPanel>>;
  readonly button: HTMLElement;
}

/** A button whose panel says who is signed in and has the color scheme. */
export const UserMenu = () => {
  const name = displayName(useSessionUser());
  const [opened, setOpened] = useState(false);
  const [panel, setPanel] = useState<Panel>();
  const id = useId();
  const prepare = () => void loadPanel().catch(() => undefined); // a failure is reported when the button is pressed
  const open = async (button: HTMLElement) => {
    setPanel({ Content: await loadPanel(), button });
    setOpened(true);
  };
  return (
    <>
      <ActionIcon
        variant="light"
        radius="xl"
        size={32}
        aria-label={says.userMenu(name)}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={({ currentTarget }) => {
          if (opened) setOpened(false);
          else void open(currentTarget).catch(toast.failure);
        }}
      >
        <IconUser size={18} aria-hidden />
      </ActionIcon>
      {panel && <panel.Content {...{ id, opened }} button={panel.button} close={() => setOpened(false)} />}
    </>
  );
};
