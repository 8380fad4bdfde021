import { useEffect, useState } from "react";
import { watchTips } from "./tip-watch.ts";
import { useLoaded } from "./use-loaded.ts";

const loadShown = async () => (await import("./tip-shown.tsx")).TipShown;

/** The one tooltip of the page, for whatever element has words for it (see `tip`). */
export const Tips = () => {
  const [wanted, setWanted] = useState(false);
  const [target, setTarget] = useState<HTMLElement>();
  useEffect(() => watchTips({ onTurn: () => setWanted(true), onShow: setTarget }), []);
  const Shown = useLoaded(loadShown, { early: wanted, needed: target !== undefined });
  return target && Shown && <Shown target={target} onGone={() => setTarget(undefined)} />;
};
