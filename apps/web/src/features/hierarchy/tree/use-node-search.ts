import { useMemo, useState } from "react";
import { type DiagramItem, matchesOf } from "./diagram/diagram-items.ts";

/** Finds nodes by name, one after the other. */
export const useNodeSearch = (root: DiagramItem, onFind: (item: DiagramItem) => void) => {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const matches = useMemo(() => matchesOf(root, text), [root, text]);
  const goTo = (found: readonly DiagramItem[], index: number) => {
    const next = found.length === 0 ? 0 : (index + found.length) % found.length;
    setAt(next);
    const item = found[next];
    if (item) onFind(item);
  };
  return {
    text,
    at,
    count: matches.length,
    search: (typed: string) => {
      setText(typed);
      goTo(matchesOf(root, typed), 0);
    },
    step: (by: number) => goTo(matches, at + by),
  };
};
