import { IconChevronDown, IconChevronUp, IconSelector } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./sort-button.module.css";
import { cutTooltip } from "./tooltip.ts";

const ICONS = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector };
export type Sorting = keyof typeof ICONS;

/** How a column is sorted: an ordering is its id, with `-` before it for descending. */
export const sortingOf = (id: string, ordering: string | undefined): Sorting => {
  if (ordering === id) return "ascending";
  return ordering === `-${id}` ? "descending" : "none";
};

/** For a table header cell. */
export const ariaSort = (sorting: Sorting) => (sorting === "none" ? undefined : sorting);

interface SortButtonProps {
  readonly label: string;
  readonly sorting: Sorting;
  readonly onClick: () => void;
}

/** The name of a column, and what stands behind it: two lines at most. */
export const ColumnName = ({ children }: { children: ReactNode }) => (
  <span className={classes.name} {...cutTooltip}>
    {children}
  </span>
);

/** The name of a column that can be sorted, and how it is sorted now. */
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
