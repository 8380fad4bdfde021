import type { ModalButton } from "@mcc/ui/modal-buttons.tsx";
import type { ReactNode } from "react";
import { openModal } from "./globals.ts";

interface Question {
  readonly title: string;
  readonly content: ReactNode;
  readonly confirm: string;
  readonly cancel?: string;
  readonly tone?: ModalButton["tone"];
}

/** Asks in the shared modal; closing it in any other way than by the button is a no. */
export const ask = ({ title, content, confirm, cancel = "Cancel", tone = "primary" }: Question) =>
  new Promise<boolean>((resolve) =>
    openModal({
      size: "modal-sm",
      title,
      content,
      buttons: [{ label: cancel }, { label: confirm, tone, onPress: () => resolve(true) }],
      onClose: () => resolve(false),
    }),
  );
