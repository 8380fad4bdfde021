import { useEffect, useEffectEvent } from "react";
import { useViews } from "./use-views.ts";
import { openSaveView, type ShownView } from "./view-actions.tsx";
import type { ViewState } from "./view-state.ts";

interface SavingViewProps {
  readonly views: ViewState;
  readonly shown: ShownView["shown"];
  readonly onOpened: () => void;
}

/** Opens the dialog that saves what is shown as a new view. */
export const SavingView = ({ views: viewState, shown, onOpened }: SavingViewProps) => {
  const views = useViews(viewState);
  const open = useEffectEvent(() => {
    openSaveView({ views, shown });
    onOpened();
  });
  useEffect(() => open(), []);
  return null;
};
