import { Modal as MantineModal } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import classes from "./modal.module.css";
import { type ModalButton, ModalButtons } from "./modal-buttons.tsx";
import { DEFAULT_MODAL_SIZE, MODAL_WIDTHS, type ModalSize } from "./modal-size.ts";

interface ModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly size?: ModalSize;
  readonly buttons?: readonly ModalButton[];
  /** Above the other dialogs of the page, however they were opened. */
  readonly onTop?: boolean;
  /** While its work runs a dialog cannot be closed: its answer would come up out of nowhere. */
  readonly locked?: boolean;
  readonly children: ReactNode;
}

/** Mantine's modals lie at 200, what drops down inside of one at 300. */
const ABOVE_MODALS = 250;

/** True once the key or click that opened it is over, so that it is not heard a second time as one that closes. */
const useSettled = (opened: boolean): boolean => {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(opened));
    return () => clearTimeout(timer);
  }, [opened]);
  return opened && settled;
};

/** The one modal behind every dialog: it traps focus, closes on Escape and gives focus back. */
export const Modal = ({
  opened,
  onClose,
  title,
  size = DEFAULT_MODAL_SIZE,
  buttons = [],
  onTop = false,
  locked = false,
  children,
}: ModalProps) => {
  const content = useRef<HTMLDivElement>(null);
  const settled = useSettled(opened);
  // A dialog that shows its next face has lost the button that was pressed, and the focus with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every face has its own content
  useEffect(() => {
    if (opened && document.activeElement === document.body) content.current?.focus({ preventScroll: true });
  }, [opened, children]);
  return (
    <MantineModal
      opened={opened}
      onClose={onClose}
      title={title}
      size={MODAL_WIDTHS[size]}
      zIndex={onTop ? ABOVE_MODALS : undefined}
      className={size}
      data-size={size}
      classNames={{ title: classes.title ?? "", header: classes.header ?? "", body: classes.body ?? "" }}
      closeButtonProps={{ "aria-label": "Close" }}
      // The header of a dialog is no banner of the page.
      attributes={{ header: { role: "presentation" } }}
      closeOnEscape={settled && !locked}
      closeOnClickOutside={!locked}
      withCloseButton={!locked}
      centered
    >
      <div ref={content} tabIndex={-1} className={classes.content}>
        {children}
      </div>
      {buttons.length > 0 && <ModalButtons buttons={buttons} onClose={onClose} />}
    </MantineModal>
  );
};
