import { useEffect, useRef } from "react";

/** Something that a button of the open page does. */
interface PageAction {
  readonly label: string;
  readonly run: () => void;
}

const registered = new Set<PageAction>();
/** The label of an action on a page that is still loading. */
let awaited: string | undefined;

/** Offers what a button does in the palette, too, as long as the button is on the page. */
export const usePageAction = (label: string, run: () => void): void => {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    const action: PageAction = { label, run: () => latest.current() };
    registered.add(action);
    if (awaited === label) {
      awaited = undefined;
      action.run();
    }
    return () => void registered.delete(action);
  }, [label]);
};

/** The actions of the open page. */
export const pageActions = (): readonly PageAction[] => [...registered];

/** Runs an action as soon as the page that has it is open. */
export const runWhenOpen = (label: string): void => {
  const action = pageActions().find((each) => each.label === label);
  awaited = action ? undefined : label;
  action?.run();
};
