import { createContext, useContext } from "react";
import type { GroupColumn } from "./table-columns.ts";

type UseGroups = () => readonly GroupColumn[] | undefined;

const NONE: readonly GroupColumn[] = [];
const Context = createContext<UseGroups>(() => NONE);

/**
 * Provides the hook that loads the hierarchy groups of the company, since lists may not import the hierarchy feature.
 */
export const GroupColumnsProvider = Context.Provider;

/** The groups that become columns: undefined while they load, empty when there are none. */
export const useGroupColumns: UseGroups = () => {
  const useGroups = useContext(Context);
  return useGroups();
};
