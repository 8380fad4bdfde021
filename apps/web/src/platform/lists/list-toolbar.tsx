import { SearchBox } from "@mcc/ui/forms/search-box.tsx";
import { usePhone } from "@mcc/ui/use-phone.ts";
import { IconColumns3 } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { toast } from "../page/toast.ts";
import type { SheetProps } from "./cards/list-sheet.tsx";
import { SheetButton } from "./cards/sheet-button.tsx";
import type { Density } from "./density.ts";
import { DensitySwitch } from "./density-switch.tsx";
import { listTexts as says } from "./list.texts.ts";
import classes from "./resource-table.module.css";
import { ToolButton } from "./tool-button.tsx";

interface ListToolbarProps {
  readonly noun: string;
  /** What is searched, for the placeholder. */
  readonly searched?: string;
  readonly sheet: Omit<SheetProps, "onClose" | "buttons">;
  readonly density: { readonly density: Density; readonly setDensity: (density: Density) => void };
  readonly reorganize: () => Promise<void>;
  readonly hasSelection: boolean;
  /** Additional buttons of this list; of a list with a selection, what is done with the selected rows. */
  readonly tools?: ReactNode;
  /** Sends the list regularly. */
  readonly reportButton?: ReactNode;
  readonly exportButton?: ReactNode;
}

/** The search and the actions of a list. On a phone, everything but the search and the report is behind one button. */
export const ListToolbar = (props: ListToolbarProps) => {
  const { noun, searched, density, reorganize, hasSelection, tools, reportButton, exportButton } = props;
  const sheet = {
    ...props.sheet,
    buttons: (
      <>
        {!hasSelection && tools}
        {exportButton}
      </>
    ),
  };
  const { state, change } = sheet;
  const isPhone = usePhone();
  return (
    <div className={classes.tools} data-dense={hasSelection || undefined}>
      <div className={classes.search}>
        <SearchBox
          label={`Search ${noun.toLowerCase()}`}
          placeholder={searched}
          value={state.search ?? ""}
          onSearch={(search) => change({ search }, { typing: "goes on" })}
        />
      </div>
      {isPhone ? (
        <>
          {reportButton}
          <SheetButton {...sheet} />
          {/* The palette offers this button also while the sheet is closed. */}
          <span hidden>{exportButton}</span>
        </>
      ) : (
        <>
          {sheet.views}
          <ToolButton
            icon={<IconColumns3 size={16} aria-hidden />}
            onClick={() => void reorganize().catch(toast.failure)}
          >
            {says.reorganize}
          </ToolButton>
          <DensitySwitch density={density.density} onChange={density.setDensity} />
          {tools}
          {reportButton}
          {exportButton}
        </>
      )}
    </div>
  );
};
