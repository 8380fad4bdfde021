import type { ModalButton } from "@mcc/ui/overlays/modal-buttons.tsx";
import type { ReactNode } from "react";
import { openModal } from "../state/globals.ts";

export interface ConfirmOptions {
  readonly title: string;
  readonly content: ReactNode;
  readonly confirm: string;
  readonly cancel?: string;
  readonly tone?: ModalButton["tone"];
}

/** Opens a confirm dialog. False unless the user presses the confirm button, also when another dialog replaces it. */
export const confirm = ({ title, content, confirm, cancel = "Cancel", tone = "primary" }: ConfirmOptions) =>
  new Promise<boolean>((resolve) =>
    openModal({
      size: "modal-sm",
      title,
      content,
      buttons: [{ label: cancel }, { label: confirm, tone, onPress: () => resolve(true) }],
      onClose: () => resolve(false),
      onDiscard: () => resolve(false),
    }),
  );
