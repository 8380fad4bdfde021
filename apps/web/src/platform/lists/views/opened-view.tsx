import { useEffect, useEffectEvent } from "react";
import { createPortal } from "react-dom";
import { toast } from "../../page/toast.ts";
import { ChangedView } from "./changed-view.tsx";
import { useViews } from "./use-views.ts";
import type { ShownView } from "./view-actions.tsx";
import { viewPanelTexts as says } from "./view-panel.texts.ts";
import type { ViewState } from "./view-state.ts";

interface OpenedViewProps {
  readonly views: ViewState;
  readonly shown: ShownView["shown"];
  /** The line of chips, where changes of the view are shown. */
  readonly chips: HTMLElement | null;
  readonly onChanged: (isChanged: boolean) => void;
}

/** Opens the view in the URL, and says if it does not exist or was changed. */
export const OpenedView = ({ views: viewState, shown, chips, onChanged }: OpenedViewProps) => {
  const views = useViews(viewState);
  const { isChanged, isUnknown, toOpen } = views;
  const { state, change } = viewState.listState;
  const openNow = useEffectEvent(() => toOpen && views.open(toOpen, { replace: true }));
  const opensNow = viewState.isReady && toOpen !== undefined;
  useEffect(() => {
    if (opensNow) openNow();
  }, [opensNow]);
  const leave = useEffectEvent(() => {
    toast.warning(says.unknown);
    change({ view: undefined, offset: state.offset }, { replace: true });
  });
  useEffect(() => {
    if (isUnknown) leave();
  }, [isUnknown]);
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);
  return isChanged && chips && createPortal(<ChangedView {...{ views, shown }} />, chips);
};
