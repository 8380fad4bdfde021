import { Button, Skeleton } from "@mantine/core";
import { focusHeading } from "./heading.ts";
import type { ListPatch } from "./list-state.ts";
import classes from "./resource-table.module.css";
import { type ActiveFilter, allOff } from "./resource-table-filters.ts";
import { tableTexts as says } from "./table.texts.ts";

const numbersTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** Five rows that stand for those on their way. */
export const PlaceholderRows = ({ columns, actions }: { columns: number; actions: boolean }) => (
  <tbody aria-hidden data-placeholder>
    {numbersTo(5).map((row) => (
      <tr key={row}>
        {numbersTo(columns).map((cell) => (
          <td key={cell} className={actions && cell === columns - 1 ? classes.actions : undefined}>
            <Skeleton height={12} my={5} width={cell % 3 === 0 ? "80%" : "60%"} />
          </td>
        ))}
      </tr>
    ))}
  </tbody>
);

interface EmptyRowProps {
  readonly columns: number;
  readonly filters: readonly ActiveFilter[];
  readonly change: (patch: ListPatch) => void;
  /** After a failure, which is told in its words. */
  readonly retry?: () => void;
  readonly failed?: string;
}

const NextStep = ({ filters, change, retry }: EmptyRowProps) => {
  if (retry) {
    return (
      <Button variant="default" onClick={retry}>
        {says.tryAgain}
      </Button>
    );
  }
  if (filters.length === 0) return null;
  return (
    <Button
      variant="default"
      onClick={() => {
        focusHeading();
        change(allOff(filters));
      }}
    >
      {says.clearAllFilters}
    </Button>
  );
};

/** Rows without a single column would be icons about nothing. */
export const NoColumns = ({ columns }: { columns: number }) => (
  <tbody>
    <tr>
      <td colSpan={columns} className={classes.nothing}>
        <div className={classes.nothingWords}>{says.noColumns}</div>
      </td>
    </tr>
  </tbody>
);

/** Nothing to show, and what to do about it when there is something to do. */
export const EmptyRow = (props: EmptyRowProps) => (
  <tbody>
    <tr>
      <td colSpan={props.columns} className={classes.nothing}>
        <div className={classes.nothingWords}>
          {props.failed && <strong className={classes.failed}>{props.failed}</strong>}
          {says.empty}
          <NextStep {...props} />
        </div>
      </td>
    </tr>
  </tbody>
);
