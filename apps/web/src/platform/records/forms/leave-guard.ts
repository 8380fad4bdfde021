import { confirm } from "../../dialogs/confirm-dialog.ts";

/** Whether a form on the page has unsaved changes. */
let unsaved = false;

export const markUnsaved = (dirty: boolean): void => {
  unsaved = dirty;
};

export const confirmLeave = (): Promise<boolean> =>
  confirm({
    title: "Leave without saving?",
    content: "Your changes have not been saved.",
    confirm: "Leave",
    cancel: "Stay",
    tone: "danger",
  });

/** For ways to leave that are not navigation, such as signing out. */
export const canLeave = async (): Promise<boolean> => !unsaved || confirmLeave();
