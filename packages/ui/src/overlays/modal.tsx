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
  /** Above all other dialogs of the page. */
  readonly onTop?: boolean;
  /** The user cannot close the dialog while its action runs; otherwise the result would appear unexpectedly. */
  readonly locked?: boolean;
  readonly children: ReactNode;
}

/** Mantine's modals have z-index 200, their dropdowns 300. */
const ABOVE_MODALS = 250;

/** True once the event that opened the dialog is over, so that the same Escape does not close it. */
const useSettled = (opened: boolean): boolean => {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(opened));
    return () => clearTimeout(timer);
  }, [opened]);
  return opened && settled;
};

/** The component of every dialog: it traps the focus, closes on Escape and returns the focus. */
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
  // When the content changes, the pressed button is removed and the focus is lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the content changes
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
      // The header of a dialog is not a banner landmark of the page.
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
