import { type FloatingPosition, Tooltip } from "@mantine/core";
import { useEffect, useEffectEvent, useId, useState } from "react";
import classes from "./tooltip-view.module.css";

interface TooltipViewProps {
  readonly target: HTMLElement;
  /** The element has left the page, or has no words any more. */
  readonly onGone: () => void;
}

const LONGEST = 360;

export const TooltipView = ({ target, onGone }: TooltipViewProps) => {
  const id = useId();
  const [words, setWords] = useState(target.dataset.tip);
  const look = useEffectEvent(() => {
    if (!target.isConnected || !target.dataset.tip) onGone();
    else setWords(target.dataset.tip);
  });
  useEffect(() => {
    const changes = new MutationObserver(() => look());
    changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-tip"] });
    // What describes itself already keeps its own words.
    const isUndescribed = !target.hasAttribute("aria-describedby");
    if (isUndescribed) target.setAttribute("aria-describedby", id);
    return () => {
      changes.disconnect();
      if (isUndescribed) target.removeAttribute("aria-describedby");
    };
  }, [target, id]);
  const { tipLong, tipAt = "top" } = target.dataset;
  return (
    <Tooltip
      opened
      withArrow
      target={target}
      label={<span id={id}>{words}</span>}
      position={tipAt as FloatingPosition}
      multiline={tipLong !== undefined}
      maw={tipLong === undefined ? undefined : LONGEST}
      className={classes.tip}
    />
  );
};
