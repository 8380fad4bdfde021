import { confirm } from "../dialogs/confirm-dialog.ts";

/** Whether a form on the page holds something that is not saved. */
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

/** For ways out that are not a change of address. */
export const canLeave = async (): Promise<boolean> => !unsaved || confirmLeave();
