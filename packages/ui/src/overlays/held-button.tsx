import { type Ref, useEffect, useImperativeHandle } from "react";

/** The button was rendered before its panel was loaded: passes the existing element to the popover as its target. */
export const HeldButton = ({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) => {
  useImperativeHandle(ref, () => element, [element]);
  return null;
};

/** After the panel has closed, the focus returns to the button, unless it is already elsewhere. */
export const useFocusReturn = (opened: boolean, id: string, button: HTMLElement): void =>
  useEffect(() => {
    if (opened) return;
    const held = document.activeElement;
    const isFree = held === document.body || document.getElementById(id)?.contains(held);
    if (isFree) button.focus({ preventScroll: true });
  }, [opened, id, button]);
