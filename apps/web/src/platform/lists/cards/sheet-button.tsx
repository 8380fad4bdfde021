import { ActionIcon } from "@mantine/core";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useState } from "react";
import { toast } from "../../page/toast.ts";
import { listTexts as says } from "../list.texts.ts";
import type { SheetProps } from "./list-sheet.tsx";
import classes from "./sheet-button.module.css";

const loadSheet = async () => (await import("./list-sheet.tsx")).ListSheet;

/** On a phone: opens the sheet with filters, sorting and views, and shows the number of active filters. */
export const SheetButton = (props: Omit<SheetProps, "onClose">) => {
  const [opened, setOpened] = useState(false);
  const onFailure = (error: unknown) => {
    setOpened(false);
    toast.failure(error);
  };
  const Sheet = useLazy(loadSheet, { early: false, needed: opened, onFailure });
  const count = props.filters.length;
  return (
    <>
      <ActionIcon
        className={classes.open}
        variant="default"
        size={36}
        aria-label={count > 0 ? `${says.sheet} (${count})` : says.sheet}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <IconAdjustmentsHorizontal size={18} aria-hidden />
        {count > 0 && <span className={classes.count} data-count={count} />}
      </ActionIcon>
      {opened && Sheet && <Sheet {...props} onClose={() => setOpened(false)} />}
    </>
  );
};
