import { type RefObject, useEffect, useEffectEvent } from "react";
import { toast } from "../../page/toast.ts";
import { focusRow, ROWS } from "../table/row-keys.ts";

const FIELDS =
  "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable], [role=combobox]";
const DIALOGS = "[role=dialog], [role=alertdialog], [aria-modal=true]";

/** Keys in a focused field or in an open dialog are not for the list. */
const isForList = ({ target, altKey, ctrlKey, metaKey, defaultPrevented }: KeyboardEvent): boolean =>
  !(altKey || ctrlKey || metaKey || defaultPrevented) &&
  !(target instanceof Element && target.closest(FIELDS)) &&
  document.querySelector(DIALOGS) === null;

const openHelp = async (canSelect: boolean): Promise<void> => {
  const { openKeysHelp } = await import("./keys-help.tsx");
  openKeysHelp(canSelect);
};

/**
 * The keys of a list: `/` focuses the search, `j` and `k` move, `x` selects, `?` shows the keys. Enter is handled by
 * the row.
 */
export const useListKeys = (
  area: RefObject<HTMLElement | null>,
  /** Selects or unselects the row at this index; undefined if rows cannot be selected. */
  toggle: ((at: number) => void) | undefined,
): void => {
  const rows = () => [...(area.current?.querySelectorAll<HTMLElement>(ROWS) ?? [])];
  const current = () => rows().findIndex((row) => row.contains(document.activeElement));
  const move = (step: number) => {
    const listed = rows();
    const at = current();
    const next = at < 0 ? 0 : Math.min(Math.max(at + step, 0), listed.length - 1);
    focusRow(listed[next]);
  };
  const keys: Readonly<Record<string, () => void>> = {
    "/": () => {
      const search = area.current?.querySelector<HTMLInputElement>("[role=searchbox]");
      search?.focus();
      search?.select();
    },
    j: () => move(1),
    k: () => move(-1),
    x: () => current() >= 0 && toggle?.(current()),
    "?": () => void openHelp(toggle !== undefined).catch(toast.failure),
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || !isForList(event)) return;
    event.preventDefault(); // otherwise the slash would be typed into the search
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
};
