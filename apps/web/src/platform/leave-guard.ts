import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { ask } from "./ask.ts";

/** Whether a form on the page holds something that is not saved. */
let unsaved = false;

export const askToLeave = (): Promise<boolean> =>
  ask({
    title: "Leave without saving?",
    content: "Your changes are not saved.",
    confirm: "Leave",
    cancel: "Stay",
    tone: "danger",
  });

/** For ways out that are not a change of address. */
export const mayLeave = async (): Promise<boolean> => !unsaved || askToLeave();

interface Guarded {
  readonly dirty: boolean;
  /** A form that is being sent may take the page along. */
  readonly isSending: () => boolean;
}

/** While the form is dirty, links, the back button and closing the tab ask first. */
export const useLeaveGuard = ({ dirty, isSending }: Guarded): void => {
  useEffect(() => {
    unsaved = dirty;
    return () => {
      unsaved = false;
    };
  }, [dirty]);
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: () => !isSending(),
    shouldBlockFn: async () => !isSending() && !(await askToLeave()),
  });
};
