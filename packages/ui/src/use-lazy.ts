import { useEffect, useEffectEvent, useState } from "react";

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
  const attempt = useEffectEvent(() => {
    if (loaded !== undefined) return;
    load().then(
      (part) => setLoaded(() => part),
      (error) => needed && onFailure?.(error),
    );
  });
  // One attempt for each reason, and one when the connection is back.
  useEffect(() => {
    if (!early && !needed) return;
    attempt();
    const again = () => attempt();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [early, needed]);
  return loaded;
};
