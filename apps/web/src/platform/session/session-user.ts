import type { SessionUser } from "@mcc/contract/access/session.ts";
import { createContext, useContext } from "react";

const Context = createContext<SessionUser | null>(null);

export const SessionUserProvider = Context.Provider;

/** The signed-in user, for components inside the shell. */
export const useSessionUser = (): SessionUser => {
  const user = useContext(Context);
  if (!user) throw new Error("Nobody is signed in here.");
  return user;
};
