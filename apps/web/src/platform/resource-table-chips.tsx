import { Button, CloseButton } from "@mantine/core";
import type { ListPatch } from "./list-state.ts";
import classes from "./resource-table-chips.module.css";
import { type ActiveFilter, allOff } from "./resource-table-filters.ts";
import { tableMessages as says } from "./table.messages.ts";

interface FilterChipsProps {
  readonly filters: readonly ActiveFilter[];
  readonly change: (patch: ListPatch) => void;
}

/** What narrows the list, each with its way out. */
export const FilterChips = ({ filters, change }: FilterChipsProps) => {
  if (filters.length === 0) return null;
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {filters.map(({ id, label, value, off }) => (
        <li key={id} className={classes.chip}>
          <span className={classes.words}>
            {label}: <bdi className={classes.value}>{value}</bdi>
          </span>
          <CloseButton
            size={20}
            iconSize={14}
            aria-label={`Remove filter ${label}`}
            onClick={() => change(off)}
          />
        </li>
      ))}
      <li>
        <Button variant="subtle" size="compact-sm" onClick={() => change(allOff(filters))}>
          {says.clearAll}
        </Button>
      </li>
    </ul>
  );
};
