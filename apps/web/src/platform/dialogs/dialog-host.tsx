import { Spinner } from "@mcc/ui/feedback/spinner.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { useEffect, useState } from "react";
import { focusHeading } from "../page/focus-heading.ts";
import { toast } from "../page/toast.ts";
import { closeModal, useGlobals } from "../state/globals.ts";

const loadModal = async () => (await import("@mcc/ui/overlays/modal.tsx")).Modal;

const giveUp = (error: unknown): void => {
  closeModal();
  toast.failure(error);
};

/** A dialog returns the focus to the element that opened it, or to the page heading when that element is gone. */
const useReturnedFocus = (opened: boolean): void =>
  useEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    return () => {
      const held = document.activeElement;
      const isFree = held === null || held === document.body || held.closest("[role=dialog]") !== null;
      if (isFree && !opener?.isConnected) focusHeading();
    };
  }, [opened]);

/** Renders the shared dialog. With `early`, its code is loaded before a dialog is opened. */
export const DialogHost = ({ early }: { early: boolean }) => {
  const modal = useGlobals((globals) => globals.modal);
  const { size, title, content, buttons, locked } = modal;
  const needed = content !== null;
  useReturnedFocus(needed);
  const Modal = useLazy(loadModal, { early, needed, onFailure: giveUp });
  // Rendered closed first: Mantine remembers the focused element when `opened` changes to true.
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(Modal !== undefined), [Modal]);
  if (!Modal) return needed && <Spinner />;
  return (
    <Modal
      opened={needed && drawn}
      onClose={() => closeModal(modal)}
      {...{ size, title, buttons, locked }}
      onTop
    >
      {content}
    </Modal>
  );
};
