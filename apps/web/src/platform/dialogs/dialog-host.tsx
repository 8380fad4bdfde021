import { Spinner } from "@mcc/ui/spinner.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { useEffect, useState } from "react";
import { focusHeading } from "../page/focus-heading.ts";
import { toast } from "../page/toast.ts";
import { closeModal, useGlobals } from "../state/globals.ts";

const loadModal = async () => (await import("@mcc/ui/modal.tsx")).Modal;

const giveUp = (error: unknown): void => {
  closeModal();
  toast.failure(error);
};

/** A modal gives the focus back to what it was opened from; when that is gone meanwhile, the heading gets it. */
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

/** Draws the shared modal wherever in the page it was opened from; `early` is when there is time to load it. */
export const DialogHost = ({ early }: { early: boolean }) => {
  const { size, title, content, buttons, locked } = useGlobals(({ modal }) => modal);
  const needed = content !== null;
  useReturnedFocus(needed);
  const Modal = useLazy(loadModal, { early, needed, onFailure: giveUp });
  // Drawn closed at first: on its way from closed to open it sees where the focus has to go back to.
  const [drawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(Modal !== undefined), [Modal]);
  if (!Modal) return needed && <Spinner />;
  return (
    <Modal opened={needed && drawn} onClose={closeModal} {...{ size, title, buttons, locked }} onTop>
      {content}
    </Modal>
  );
};
