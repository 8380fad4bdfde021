import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { confirmLeave, markUnsaved } from "./leave-guard.ts";

interface Guarded {
  readonly dirty: boolean;
  /** A submit may navigate away from the page. */
  readonly isSending: () => boolean;
}

/** While the form is dirty, links, the back button and closing the tab ask for confirmation. */
export const useLeaveGuard = ({ dirty, isSending }: Guarded): void => {
  useEffect(() => {
    markUnsaved(dirty);
    return () => markUnsaved(false);
  }, [dirty]);
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: () => !isSending(),
    shouldBlockFn: async () => !isSending() && !(await confirmLeave()),
  });
};
