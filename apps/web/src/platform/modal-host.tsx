import { Modal } from "@mcc/ui/modal.tsx";
import { closeModal, useGlobals } from "./globals.ts";

/** Draws the shared modal wherever in the page it was opened from. */
export const ModalHost = () => {
  const { size, title, content, buttons, locked } = useGlobals(({ modal }) => modal);
  return (
    <Modal opened={content !== null} onClose={closeModal} {...{ size, title, buttons, locked }} onTop>
      {content}
    </Modal>
  );
};
