import { type MouseEvent, useId, useState } from "react";

/** A button whose popover is loaded when it is needed; loading begins when the pointer or the focus comes near. */
export const useLazyPopover = <Panel>(
  load: () => Promise<Panel>,
  onFailure: (error: unknown) => void,
  kind: "dialog" | "menu" = "dialog",
) => {
  const [opened, setOpened] = useState(false);
  const [loaded, setLoaded] = useState<{ readonly panel: Panel; readonly button: HTMLElement }>();
  const id = useId();
  const prepare = () => void load().catch(() => undefined); // a failure is reported when the button is pressed
  // Opens when the panel is loaded: otherwise the focus would go to an empty box.
  const open = async (button: HTMLElement) => {
    setLoaded({ panel: await load(), button });
    setOpened(true);
  };
  return {
    button: {
      "aria-haspopup": kind,
      "aria-expanded": opened,
      "aria-controls": opened ? id : undefined,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: ({ currentTarget }: MouseEvent<HTMLElement>) => {
        if (opened) setOpened(false);
        else void open(currentTarget).catch(onFailure);
      },
    },
    panel: loaded?.panel,
    popover: loaded && { id, opened, button: loaded.button, close: () => setOpened(false) },
  } as const;
};
