import { useBlocker } from "@tanstack/react-router";
import { useEffect } from "react";
import { ask } from "./ask.ts";

/** Whether a form on the page holds something that is not saved. */
let unsaved = false;

const askToLeave = (): Promise<boolean> =>
  ask({
    title: "Leave without saving?",
    content: "Your changes are not saved.",
    confirm: "Leave",
    cancel: "Stay",
    tone: "danger",
  });

/** For ways out that are not a change of address. */
export const mayLeave = async (): Promise<boolean> => !unsaved || askToLeave();

/** While active, links, the back button and closing the tab ask first. */
export const useLeaveGuard = (active: boolean, isAllowed: () => boolean): void => {
  useEffect(() => {
    unsaved = active;
    return () => {
      unsaved = false;
    };
  }, [active]);
  useBlocker({
    disabled: !active,
    enableBeforeUnload: () => !isAllowed(),
    shouldBlockFn: async () => !isAllowed() && !(await askToLeave()),
  });
};
