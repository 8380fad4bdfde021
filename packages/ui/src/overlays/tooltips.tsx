import { useEffect, useState } from "react";
import { useLazy } from "../use-lazy.ts";
import { watchTooltips } from "./tooltip-triggers.ts";

const loadShown = async () => (await import("./tooltip-view.tsx")).TooltipView;

/** Renders the tooltip of any element that has one (see `tooltip`). */
export const Tooltips = () => {
  const [wanted, setWanted] = useState(false);
  const [target, setTarget] = useState<HTMLElement>();
  useEffect(() => watchTooltips({ onTurn: () => setWanted(true), onShow: setTarget }), []);
  const Shown = useLazy(loadShown, { early: wanted, needed: target !== undefined });
  return target && Shown && <Shown target={target} onGone={() => setTarget(undefined)} />;
};
