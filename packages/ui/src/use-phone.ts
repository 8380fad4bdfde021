import { useSyncExternalStore } from "react";

/** Below this width lists are cards. */
const PHONE = "(max-width: 767.98px)";

const subscribe = (changed: () => void) => {
  const query = matchMedia(PHONE);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
};

/** Whether the window is as narrow as a phone. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
