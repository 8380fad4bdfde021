import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "./pages/print.css";
import type { SessionUser } from "@mcc/contract/access/session.ts";
import { Spinner } from "@mcc/ui/feedback/spinner.tsx";
import { Toasts } from "@mcc/ui/feedback/toasts.tsx";
import { Tooltips } from "@mcc/ui/overlays/tooltips.tsx";
import type { ReactNode } from "react";
import { DialogHost } from "../platform/dialogs/dialog-host.tsx";
import { ConfirmationHost } from "../platform/session/confirmation-host.tsx";
import { SessionUserProvider } from "../platform/session/session-user.ts";
import { useGlobals } from "../platform/state/globals.ts";

interface SessionFrameProps {
  readonly user: SessionUser;
  readonly earlyDialogs?: boolean;
  readonly earlyToasts?: boolean;
  readonly children: ReactNode;
}

/** What every screen of a signed-in user has: the user, dialogs, toasts and tooltips. */
export const SessionFrame = ({
  user,
  earlyDialogs = false,
  earlyToasts = false,
  children,
}: SessionFrameProps) => {
  const spinner = useGlobals((globals) => globals.spinner);
  return (
    <SessionUserProvider value={user}>
      {children}
      <DialogHost early={earlyDialogs} />
      <ConfirmationHost />
      <Toasts early={earlyToasts} />
      <Tooltips />
      {spinner && <Spinner />}
    </SessionUserProvider>
  );
};
