import { useEffect, useRef, useState } from "react";

/** The debounce delay. */
const WAIT_MS = 400;

interface DebouncedText {
  readonly draft: string;
  readonly type: (text: string) => void;
  /** Sends the current text immediately. */
  readonly flush: () => void;
  /** Discards the typed text, because something else was chosen. */
  readonly cancel: () => void;
}

/**
 * The typed text, sent after a pause. A value that this hook has sent never replaces the draft, even if it comes back
 * late; only a value from elsewhere (a removed chip, the back button) does.
 */
export const useDebouncedText = (value: string, send: (text: string) => void): DebouncedText => {
  const [draft, setDraft] = useState(value);
  const underway = useRef<string[]>([]);
  const known = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (value === known.current) return;
    known.current = value;
    const own = underway.current.indexOf(value);
    underway.current = own < 0 ? [] : underway.current.slice(own + 1);
    if (own >= 0) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    setDraft(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const count = (text: string): void => {
    timer.current = undefined;
    const meant = text.trim();
    if (meant === (underway.current.at(-1) ?? known.current)) return;
    underway.current.push(meant);
    send(meant);
  };
  const cancel = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  return {
    draft,
    cancel,
    type: (text) => {
      setDraft(text);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => count(text), WAIT_MS);
    },
    flush: () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      count(draft);
    },
  };
};
