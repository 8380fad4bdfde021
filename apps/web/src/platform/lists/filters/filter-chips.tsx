import { Button, CloseButton } from "@mantine/core";
import type { ReactNode } from "react";
import { focusHeading } from "../../page/focus-heading.ts";
import { listTexts as says } from "../list.texts.ts";
import type { ListPatch } from "../list-state.ts";
import { type ActiveFilter, clearedFilters } from "./active-filters.ts";
import classes from "./filter-chips.module.css";
import type { HiddenSorting } from "./hidden-sorting.ts";

interface FilterChipsProps {
  readonly filters: readonly ActiveFilter[];
  readonly change: (patch: ListPatch) => void;
  /** What else is done with the filters. */
  readonly after?: ReactNode;
}

/** The pressed button is removed with its chip, so the focus moves to a neighbor, or to the heading of the page. */
const moveFocus = (pressed: HTMLElement, isLast: boolean): void => {
  const chip = pressed.closest("li");
  const neighbour = chip?.previousElementSibling ?? chip?.nextElementSibling;
  if (isLast) focusHeading();
  else neighbour?.querySelector("button")?.focus();
};

/** The line of chips; it takes no space while it is empty. */
export const ChipBar = ({ children }: { children: ReactNode }) => (
  <div className={classes.bar}>{children}</div>
);

interface SortingChipProps {
  readonly sorting: HiddenSorting | undefined;
  readonly change: (patch: ListPatch) => void;
}

/** Shows the sorting if no visible header does; a sorting that the user chose can be removed. */
export const SortingChip = ({ sorting, change }: SortingChipProps) => {
  if (!sorting) return null;
  const { label, direction, isChosen } = sorting;
  return (
    <p className={classes.chip} data-plain={!isChosen || undefined}>
      <span className={classes.words}>
        {says.sortedBy} <b className={classes.value}>{label}</b>, {direction}
      </span>
      {isChosen && (
        <CloseButton
          size={20}
          iconSize={14}
          aria-label={`Remove sorting by ${label}`}
          onClick={() => {
            focusHeading();
            change({ ordering: undefined });
          }}
        />
      )}
    </p>
  );
};

/** Says that the columns come from a link, with a button that returns to the user's own columns. */
export const LinkedColumnsChip = ({ onLeave }: { onLeave: () => void }) => (
  <p className={classes.chip}>
    <span className={classes.words}>{says.linkedColumns}</span>
    <CloseButton
      size={20}
      iconSize={14}
      aria-label={says.ownColumns}
      onClick={() => {
        focusHeading();
        onLeave();
      }}
    />
  </p>
);

/** Shown when all columns but one are hidden: a button restores them without opening the dialog. */
export const OneColumnChip = ({ label, onRestore }: { label: string; onRestore: () => void }) => (
  <p className={classes.chip}>
    <span className={classes.words}>{says.oneColumn(label)}</span>
    <Button
      variant="subtle"
      size="compact-xs"
      onClick={() => {
        focusHeading();
        onRestore();
      }}
    >
      {says.restoreColumns}
    </Button>
  </p>
);

/** Beside the view Essentials: one press shows all columns. */
export const AllColumnsButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="subtle" size="compact-sm" onClick={onClick}>
    {says.showAllColumns}
  </Button>
);

/** The active filters, each with a button that removes it. */
export const FilterChips = ({ filters, change, after }: FilterChipsProps) => {
  if (filters.length === 0) return null;
  return (
    <>
      <ul className={classes.chips} aria-label="Active filters">
        {filters.map(({ id, label, value, whole, off }) => (
          <li key={id} className={classes.chip}>
            <span className={classes.words}>
              {label}:{" "}
              <bdi className={classes.value} title={whole}>
                {value}
              </bdi>
            </span>
            <CloseButton
              size={20}
              iconSize={14}
              aria-label={`Remove filter ${label}`}
              onClick={({ currentTarget }) => {
                moveFocus(currentTarget, filters.length === 1);
                change(off);
              }}
            />
          </li>
        ))}
        <li>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              focusHeading();
              change(clearedFilters(filters));
            }}
          >
            {says.clearAll}
          </Button>
        </li>
      </ul>
      {after}
    </>
  );
};
