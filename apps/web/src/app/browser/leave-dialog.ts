import type { AnyRouter, RouterHistory } from "@tanstack/react-router";
import { useEffect } from "react";
import { closeModal, getGlobals } from "../../platform/state/globals.ts";

/** Back and Forward lead to another page: a dialog of the page that is left closes, unless its work is in progress. */
export const useLeaveDialog = (router: AnyRouter): void =>
  useEffect(() => {
    let shown: string = router.history.location.pathname;
    const history: RouterHistory = router.history;
    return history.subscribe(({ action, location: { pathname } }) => {
      const isLeft = pathname !== shown;
      shown = pathname;
      const isStep = action.type !== "PUSH" && action.type !== "REPLACE";
      if (isLeft && isStep && !getGlobals().modal.locked) closeModal();
    });
  }, [router]);
