import type { ModalButton } from "@mcc/ui/modal-buttons.tsx";
import type { ReactNode } from "react";
import { openModal } from "../state/globals.ts";

interface ConfirmOptions {
  readonly title: string;
  readonly content: ReactNode;
  readonly confirm: string;
  readonly cancel?: string;
  readonly tone?: ModalButton["tone"];
}

/** Asks in the shared modal; closing it in any other way than by the button is a no. */
export const confirm = ({ title, content, confirm, cancel = "Cancel", tone = "primary" }: ConfirmOptions) =>
  new Promise<boolean>((resolve) =>
    openModal({
      size: "modal-sm",
      title,
      content,
      buttons: [{ label: cancel }, { label: confirm, tone, onPress: () => resolve(true) }],
      onClose: () => resolve(false),
    }),
  );
