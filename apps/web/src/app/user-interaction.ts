import { useEffect, useState } from "react";

const SIGNS = ["pointermove", "pointerdown", "keydown"] as const;

/** True once somebody does anything with the page: the time to load what only a press can ask for. */
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
