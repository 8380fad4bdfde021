import { useEffect } from "react";
import { setGlobals, useGlobals } from "../../platform/state/globals.ts";
import { useNarrow } from "./use-narrow.ts";

const KEY = "sb-open";

/** Open unless the user closed it last time. */
const storedOpen = (): boolean => localStorage.getItem(KEY) !== "false";

/** Wide windows remember whether it is open; in narrow ones it starts closed. */
export const useSidebar = () => {
  const narrow = useNarrow();
  const open = useGlobals(({ sidebarOpen }) => sidebarOpen);
  useEffect(() => setGlobals({ sidebarOpen: !narrow && storedOpen() }), [narrow]);
  const setOpen = (next: boolean): void => {
    if (!narrow) localStorage.setItem(KEY, String(next));
    setGlobals({ sidebarOpen: next });
  };
  return { narrow, open, setOpen };
};
