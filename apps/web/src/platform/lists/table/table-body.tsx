import { Button, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { focusHeading } from "../../page/focus-heading.ts";
import { type ActiveFilter, clearedFilters } from "../filters/active-filters.ts";
import { listTexts as says } from "../list.texts.ts";
import type { ListPatch } from "../list-state.ts";
import type { PlacedColumn } from "./columns/placed-columns.ts";
import classes from "./table-frame.module.css";

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

interface PlaceholderProps {
  readonly columns: readonly PlacedColumn[];
  readonly select: boolean;
  readonly actions: boolean;
}

/** Five placeholder rows while the list loads. */
export const PlaceholderRows = ({ columns, select, actions }: PlaceholderProps) => (
  <tbody aria-hidden data-placeholder>
    {numbersTo(5).map((row) => (
      <tr key={row}>
        {select && <td className={classes.select} />}
        {columns.map(({ id, pin }, at) => (
          <td key={id} data-pin={pin && true} style={pin}>
            <Skeleton height={12} my={5} width={at % 3 === 0 ? "80%" : "60%"} />
          </td>
        ))}
        {actions && (
          <td className={classes.actions}>
            <Skeleton height={12} my={5} />
          </td>
        )}
      </tr>
    ))}
  </tbody>
);

interface NothingProps {
  readonly filters: readonly ActiveFilter[];
  readonly change: (patch: ListPatch) => void;
  /** Retries after a failure, whose message is shown. */
  readonly retry?: () => void;
  readonly failed?: string;
  /** Says where rows come from, if the list never had any. */
  readonly firstRows?: ReactNode;
}

const NextStep = ({ filters, change, retry, firstRows }: NothingProps) => {
  if (retry) {
    return (
      <Button variant="default" onClick={retry}>
        {says.tryAgain}
      </Button>
    );
  }
  // A text needs an element of its own to stand in a line of its own.
  if (filters.length === 0) return typeof firstRows === "string" ? <span>{firstRows}</span> : firstRows;
  return (
    <Button
      variant="default"
      onClick={() => {
        focusHeading();
        change(clearedFilters(filters));
      }}
    >
      {says.clearAllFilters}
    </Button>
  );
};

/** Shown instead of the rows if all columns are hidden. */
export const NoColumns = ({ columns, restore }: { columns: number; restore: () => void }) => (
  <tbody>
    <tr>
      <td colSpan={columns} className={classes.nothing}>
        <div className={classes.nothingWords}>
          {says.noColumns}
          <Button
            variant="default"
            onClick={() => {
              focusHeading();
              restore();
            }}
          >
            {says.restoreColumns}
          </Button>
        </div>
      </td>
    </tr>
  </tbody>
);

/** Says that there are no rows, and what the user can do about it. */
export const NothingToShow = (props: NothingProps) => (
  <div className={classes.nothingWords}>
    {props.failed && <strong className={classes.failed}>{props.failed}</strong>}
    {says.empty}
    <NextStep {...props} />
  </div>
);

export const EmptyRow = (props: NothingProps & { readonly columns: number }) => (
  <tbody>
    <tr>
      <td colSpan={props.columns} className={classes.nothing}>
        <NothingToShow {...props} />
      </td>
    </tr>
  </tbody>
);
