import { ask } from "./ask.ts";

/** Whether a form on the page holds something that is not saved. */
let unsaved = false;

export const markUnsaved = (dirty: boolean): void => {
  unsaved = dirty;
};

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
