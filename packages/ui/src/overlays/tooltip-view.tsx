import { type FloatingPosition, Tooltip } from "@mantine/core";
import { useEffect, useEffectEvent, useId, useState } from "react";
import { tooltipWords } from "./tooltip.ts";
import classes from "./tooltip-view.module.css";

interface TooltipViewProps {
  readonly target: HTMLElement;
  /** The element was removed, or has no tooltip any more. */
  readonly onGone: () => void;
}

const LONGEST = 360;

export const TooltipView = ({ target, onGone }: TooltipViewProps) => {
  const id = useId();
  const [words, setWords] = useState(tooltipWords(target));
  const look = useEffectEvent(() => {
    const now = target.isConnected ? tooltipWords(target) : undefined;
    if (now === undefined) onGone();
    else setWords(now);
  });
  useEffect(() => {
    const changes = new MutationObserver(() => look());
    changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ["data-tooltip"] });
    // An existing description is kept.
    const isUndescribed = !target.hasAttribute("aria-describedby");
    if (isUndescribed) target.setAttribute("aria-describedby", id);
    return () => {
      changes.disconnect();
      if (isUndescribed) target.removeAttribute("aria-describedby");
    };
  }, [target, id]);
  const { tooltipAt = "top" } = target.dataset;
  const isLong = "tooltipLong" in target.dataset || "tooltipCut" in target.dataset;
  return (
    <Tooltip
      opened
      withArrow
      target={target}
      label={<span id={id}>{words}</span>}
      position={tooltipAt as FloatingPosition}
      multiline={isLong}
      maw={isLong ? LONGEST : undefined}
      className={classes.tip}
    />
  );
};
