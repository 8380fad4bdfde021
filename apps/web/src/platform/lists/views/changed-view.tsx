import { Button } from "@mantine/core";
import { focusHeading } from "../../page/focus-heading.ts";
import { toast } from "../../page/toast.ts";
import chips from "../filters/filter-chips.module.css";
import { openSaveView, type ShownView, updateView } from "./view-actions.tsx";
import { viewPanelTexts as says } from "./view-panel.texts.ts";
import classes from "./views.module.css";

/** Says that the view differs from what is saved, with buttons to save, reset or save it as a new one. */
export const ChangedView = (props: ShownView) => {
  const { views } = props;
  const { current } = views;
  const button = (label: string, onClick: () => void) => (
    <Button variant="subtle" size="compact-xs" {...{ onClick }}>
      {label}
    </Button>
  );
  return (
    <p className={`${chips.chip} ${classes.chip}`}>
      <span className={chips.words}>{says.changedView}</span>
      {current?.is_owner && button(says.update, () => void updateView(props, current).catch(toast.failure))}
      {button(says.saveAsNew, () => openSaveView(props))}
      {button(says.reset, () => {
        focusHeading();
        views.reset();
      })}
    </p>
  );
};
