import { useLazy } from "@mcc/ui/use-lazy.ts";
import { useEffect, useState } from "react";
import { toast } from "../../platform/page/toast.ts";

const loadPalette = async () => (await import("./palette.tsx")).Palette;

const isShortcut = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey;

/** A dialog keeps the focus, and may have changes that are not saved. */
const isDialogOpen = (): boolean => document.querySelector("[aria-modal=true]") !== null;

/** The palette: opened by its button or by the keyboard. Its code is loaded when someone turns to it. */
export const usePalette = () => {
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const close = () => setOpened(false);
  const Palette = useLazy(loadPalette, {
    early: wanted,
    needed: opened,
    onFailure: (error) => {
      close();
      toast.failure(error);
    },
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // The first key of the two: time to load it.
      if (event.key === "Control" || event.key === "Meta") setWanted(true);
      if (!isShortcut(event)) return;
      event.preventDefault(); // browsers search the web with it
      setOpened((now) => !now && !isDialogOpen());
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, []);
  return { Palette, opened, close, open: () => setOpened(true), prepare: () => setWanted(true) };
};
