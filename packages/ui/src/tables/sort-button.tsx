import { IconChevronDown, IconChevronUp, IconSelector } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { cutTooltip } from "../overlays/tooltip.ts";
import classes from "./sort-button.module.css";

const ICONS = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector };
export type Sorting = keyof typeof ICONS;

/**
 * The direction in which a column is sorted. An ordering is the id of the column, with `-` before it for descending.
 */
export const sortingOf = (id: string, ordering: string | undefined): Sorting => {
  if (ordering === id) return "ascending";
  return ordering === `-${id}` ? "descending" : "none";
};

/** The `aria-sort` attribute of a header cell. */
export const ariaSort = (sorting: Sorting) => (sorting === "none" ? undefined : sorting);

interface SortButtonProps {
  readonly label: string;
  readonly sorting: Sorting;
  readonly onClick: () => void;
}

/** The label of a column and the icon after it, in at most two lines. */
export const ColumnName = ({ children }: { children: ReactNode }) => (
  <span className={classes.name} {...cutTooltip}>
    {children}
  </span>
);

/** The label of a sortable column, with its current direction. */
export const SortButton = ({ label, sorting, onClick }: SortButtonProps) => {
  const Icon = ICONS[sorting];
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={sorting !== "none" || undefined}
      onClick={onClick}
    >
      <ColumnName>
        {label}
        <Icon size={14} aria-hidden />
      </ColumnName>
    </button>
  );
};
