import { canLeave } from "../../platform/records/forms/leave-guard.ts";
import { signOut } from "../../platform/session/session.ts";

/** Signs out, unless the user stays for unsaved changes. */
export const logOut = async (): Promise<void> => {
  if (await canLeave()) await signOut();
};
