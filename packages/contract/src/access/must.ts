import { fail } from "../kit/errors.ts";
import { can, type GlobalAction } from "./permissions.ts";
import type { Session } from "./session.ts";

/** Apart from the permissions, which the portal loads: the words of all errors come with this. */
export const must = (who: Session, action: GlobalAction): void => {
  if (!can(who, action)) fail("access.denied");
};
