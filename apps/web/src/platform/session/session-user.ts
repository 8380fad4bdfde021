import type { SessionUser } from "@mcc/contract/access/session.ts";
import { createContext, useContext } from "react";

const Context = createContext<SessionUser | null>(null);

export const SessionUserProvider = Context.Provider;

/** Who is signed in: for everything inside the shell, where somebody always is. */
export const useSessionUser = (): SessionUser => {
  const user = useContext(Context);
  if (!user) throw new Error("Nobody is signed in here.");
  return user;
};
