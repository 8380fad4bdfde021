import { Button } from "@mantine/core";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconChevronDown, IconTable } from "@tabler/icons-react";
import { type ComponentProps, useId, useState } from "react";
import { toast } from "../../page/toast.ts";
import type { Density } from "../density.ts";
import type { OpenedView } from "./opened-view.tsx";
import type { ViewState } from "./view-state.ts";
import classes from "./views.module.css";
import { viewTexts as says } from "./views.texts.ts";

const loadPanel = async () => (await import("./view-panel.tsx")).ViewPanel;
const loadOpenedView = async () => (await import("./opened-view.tsx")).OpenedView;

/** Opens the view of the address and says when it was changed. The standard list does without it. */
export const ViewOpener = (props: ComponentProps<typeof OpenedView>) => {
  const needed = props.views.isSpecial;
  const Loaded = useLazy(loadOpenedView, { early: false, needed, onFailure: toast.failure });
  return Loaded && <Loaded {...props} />;
};

interface ViewButtonProps {
  readonly views: ViewState;
  /** What a view stores beside the query. */
  readonly shown: { readonly columns: readonly string[]; readonly density: Density };
  readonly isChanged: boolean;
}

/** Names the view that is shown. Its panel, which is loaded when it is needed, has the other ones. */
export const ViewButton = ({ views, shown, isChanged }: ViewButtonProps) => {
  const { name } = views;
  const [isNear, setNear] = useState(false);
  const [button, setButton] = useState<HTMLElement>();
  const [opened, setOpened] = useState(false);
  const needed = button !== undefined;
  const Panel = useLazy(loadPanel, { early: isNear, needed, onFailure: toast.failure });
  const id = useId();
  const prepare = () => setNear(true);
  return (
    <>
      <Button
        className={classes.button}
        variant="default"
        leftSection={<IconTable size={16} aria-hidden />}
        rightSection={<IconChevronDown size={14} aria-hidden />}
        aria-label={says.button(name, isChanged)}
        aria-haspopup="dialog"
        aria-expanded={opened}
        aria-controls={opened ? id : undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={({ currentTarget }) => {
          setButton(currentTarget);
          setOpened(!opened);
        }}
      >
        <span className={classes.name}>{name}</span>
        {isChanged && <span className={classes.changed}>{says.changed}</span>}
      </Button>
      {Panel && button && <Panel {...{ views, shown, id, button, opened }} close={() => setOpened(false)} />}
    </>
  );
};
