import { Button } from "@mantine/core";
import { useLazyPopover } from "@mcc/ui/overlays/use-lazy-popover.ts";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { usePhone } from "@mcc/ui/use-phone.ts";
import { IconChevronDown, IconTable } from "@tabler/icons-react";
import { type ComponentProps, useState } from "react";
import { toast } from "../../page/toast.ts";
import type { Density } from "../density.ts";
import type { OpenedView } from "./opened-view.tsx";
import { listWithViews } from "./saved-views.ts";
import type { SavingView } from "./saving-view.tsx";
import type { ViewState } from "./view-state.ts";
import classes from "./views.module.css";
import { viewTexts as says } from "./views.texts.ts";

const loadPanel = () => import("./view-panel.tsx");
const loadOpenedView = async () => (await import("./opened-view.tsx")).OpenedView;

/** Opens the view in the URL and says if it was changed. Not rendered for the standard list. */
export const ViewOpener = (props: ComponentProps<typeof OpenedView>) => {
  const needed = props.views.isSpecial;
  const Loaded = useLazy(loadOpenedView, { early: false, needed, onFailure: toast.failure });
  return Loaded && <Loaded {...props} />;
};

interface ViewButtonProps {
  readonly views: ViewState;
  /** What a view stores besides the query. */
  readonly shown: { readonly columns: readonly string[]; readonly density: Density };
  readonly isChanged: boolean;
}

/** Shows the name of the current view and opens the panel of views, which is loaded on demand. */
export const ViewButton = ({ views, shown, isChanged }: ViewButtonProps) => {
  const { name } = views;
  const { button, panel, popover } = useLazyPopover(loadPanel, toast.failure);
  return (
    <>
      <Button
        className={classes.button}
        variant="default"
        leftSection={<IconTable size={16} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        aria-label={says.button(name, isChanged)}
        {...button}
      >
        <span className={classes.name}>{name}</span>
        {isChanged && <span className={classes.changed}>{says.changed}</span>}
      </Button>
      {panel && popover && <panel.ViewPanel {...{ views, shown }} {...popover} />}
    </>
  );
};

const loadSavingView = async () => (await import("./saving-view.tsx")).SavingView;

type SaveViewProps = Omit<ComponentProps<typeof SavingView>, "onOpened">;

/** Beside the filters of a list that shows no saved view: one press begins to save them as one. */
export const SaveViewButton = (props: SaveViewProps) => {
  const [isPressed, setPressed] = useState(false);
  const [isLikely, setLikely] = useState(false);
  const onFailure = (error: unknown) => {
    setPressed(false);
    toast.failure(error);
  };
  const Saving = useLazy(loadSavingView, { early: isLikely, needed: isPressed, onFailure });
  const isPhone = usePhone(); // its sheet has the views
  const { builtIn, linked, listState } = props.views;
  if (isPhone || !builtIn || linked || !listWithViews(listState.list.name)) return null;
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        onPointerEnter={() => setLikely(true)}
        onFocus={() => setLikely(true)}
        onClick={() => setPressed(true)}
      >
        {says.saveAsNew}
      </Button>
      {isPressed && Saving && <Saving {...props} onOpened={() => setPressed(false)} />}
    </>
  );
};
