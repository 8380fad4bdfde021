import { useEffect, useState } from "react";

const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

/** True after the first user interaction: the time to load code that only a click can need. */
export const useUserInteraction = (): boolean => {
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    const watching = new AbortController();
    const note = () => {
      watching.abort();
      setTouched(true);
    };
    for (const sign of SIGNS) {
      addEventListener(sign, note, { capture: true, passive: true, signal: watching.signal });
    }
    return () => watching.abort();
  }, []);
  return touched;
};
