import { useEffect, useEffectEvent, useState } from "react";

interface Reasons {
  /** There is time for it. */
  readonly early: boolean;
  /** Somebody waits for it. */
  readonly needed: boolean;
  /** It could not be had when it was needed; the next need tries again. */
  readonly onFailure?: (error: unknown) => void;
}

/** A part that the first screen does without, as soon as it is there. */
export const useLazy = <T>(load: () => Promise<T>, { early, needed, onFailure }: Reasons) => {
  const [loaded, setLoaded] = useState<T>();
  const attempt = useEffectEvent(() => {
    if (loaded !== undefined) return;
    load().then(
      (part) => setLoaded(() => part),
      (error) => needed && onFailure?.(error),
    );
  });
  // One try for each reason.
  useEffect(() => {
    if (early || needed) attempt();
  }, [early, needed]);
  return loaded;
};
