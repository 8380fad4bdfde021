import { useEffect, useEffectEvent, useRef, useState } from "react";

interface Reasons {
  /** Load it now, although it is not needed yet. */
  readonly early: boolean;
  /** The user needs it now. */
  readonly needed: boolean;
  /** It could not be loaded when it was needed. The next time it is needed, or a connection, tries again. */
  readonly onFailure?: (error: unknown) => void;
}

/** Loads code that the first screen does not need; undefined until it is loaded. */
export const useLazy = <T>(load: () => Promise<T>, { early, needed, onFailure }: Reasons) => {
  const [loaded, setLoaded] = useState<T>();
  const isLoading = useRef(false);
  const tell = useEffectEvent((error: unknown) => needed && onFailure?.(error));
  const attempt = useEffectEvent(() => {
    if (loaded !== undefined || isLoading.current) return;
    isLoading.current = true;
    load()
      .then((part) => setLoaded(() => part), tell)
      .finally(() => {
        isLoading.current = false;
      });
  });
  // One attempt for each reason unless one is on its way, and one when the connection is back.
  useEffect(() => {
    if (!early && !needed) return;
    attempt();
    const again = () => attempt();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [early, needed]);
  return loaded;
};
