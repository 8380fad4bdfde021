import { Button, type ButtonProps } from "@mantine/core";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconDeviceMobile, IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";
import { toast } from "../../platform/page/toast.ts";
import { hasPasskeys } from "../../platform/session/passkeys.ts";

const loadPasskey = async () => (await import("./add-passkey.tsx")).AddPasskey;
const loadApp = async () => (await import("./add-app.tsx")).AddApp;

interface AddButtonsProps extends ButtonProps {
  readonly passkey: string;
  readonly app: string;
}

/** The two ways to get a second factor, each with its dialog. */
export const AddButtons = ({ passkey, app, ...button }: AddButtonsProps) => {
  const [opened, setOpened] = useState<"passkey" | "app">();
  const close = () => setOpened(undefined);
  const onFailure = (error: unknown) => {
    close();
    toast.failure(error);
  };
  const AddPasskey = useLazy(loadPasskey, { early: false, needed: opened === "passkey", onFailure });
  const AddApp = useLazy(loadApp, { early: false, needed: opened === "app", onFailure });
  return (
    <>
      {hasPasskeys() && (
        <Button
          {...button}
          leftSection={<IconFingerprint size={16} aria-hidden />}
          onClick={() => setOpened("passkey")}
        >
          {passkey}
        </Button>
      )}
      <Button
        {...button}
        variant="default"
        leftSection={<IconDeviceMobile size={16} aria-hidden />}
        onClick={() => setOpened("app")}
      >
        {app}
      </Button>
      {AddPasskey && <AddPasskey opened={opened === "passkey"} onClose={close} />}
      {AddApp && <AddApp opened={opened === "app"} onClose={close} />}
    </>
  );
};
