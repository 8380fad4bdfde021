import { Button, Loader } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Fragment, type ReactNode } from "react";
import { pageWindow } from "./page-window.ts";
import classes from "./pager.module.css";

export interface PagerProps {
  /** The accessible name, which distinguishes the pager above a table from the one below it. */
  readonly label: string;
  readonly page: number;
  readonly pages: number;
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** The count is capped: there are more rows. */
  readonly capped?: boolean;
  /** Shown beside the count. */
  readonly note?: ReactNode;
  /** Whether the server sends a page; others are not offered. */
  readonly isReachable?: (page: number) => boolean;
  readonly busy?: boolean;
  readonly onPage: (page: number) => void;
  /** Undefined on the first or last page, which disables the button. */
  readonly onPrevious?: () => void;
  readonly onNext?: () => void;
  /** The pointer or focus is on this page's button. */
  readonly onIntent?: (page: number) => void;
}

const grouped = (value: number): string => value.toLocaleString("en-US");

const Gap = () => (
  <span className={classes.gap} aria-hidden>
    …
  </span>
);

/** A note after a count of rows, separated by a line; an empty one takes no space. */
export const CountNote = ({ children }: { children: ReactNode }) => (
  <span className={classes.note}>{children}</span>
);

/** The pagination of a list. */
export const Pager = ({ label, page, pages, from, to, count, capped, note, busy, ...on }: PagerProps) => {
  const intent = (target: number) => ({
    onPointerEnter: () => on.onIntent?.(target),
    onFocus: () => on.onIntent?.(target),
  });
  const { isReachable = () => true } = on;
  const reachable = pageWindow(page, pages).filter(({ page: target }) => isReachable(target));
  const step = { variant: "default", size: "compact-sm", className: classes.step } as const;
  return (
    <nav className={classes.pager} aria-label={label}>
      <span className={classes.words}>
        Showing {grouped(from)} - {grouped(to)} of {grouped(count)}
        {capped && "+"}
        <CountNote>{note}</CountNote>
        <span className={classes.spinner}>
          {busy && <Loader size={14} role="img" aria-label="Loading" />}
        </span>
      </span>
      <Button
        {...step}
        {...intent(page - 1)}
        leftSection={<IconChevronLeft size={14} aria-hidden />}
        disabled={!on.onPrevious}
        onClick={on.onPrevious}
      >
        Previous
      </Button>
      {reachable.map(({ page: target, far }) => (
        <Fragment key={target}>
          {far && target > 1 && <Gap />}
          <button
            type="button"
            className={classes.page}
            data-far={far || undefined}
            aria-label={`Page ${target}`}
            aria-current={target === page ? "page" : undefined}
            onClick={() => on.onPage(target)}
            {...intent(target)}
          >
            {grouped(target)}
          </button>
          {far && target === 1 && <Gap />}
        </Fragment>
      ))}
      <Button
        {...step}
        {...intent(page + 1)}
        rightSection={<IconChevronRight size={14} aria-hidden />}
        disabled={!on.onNext}
        onClick={on.onNext}
      >
        Next
      </Button>
    </nav>
  );
};
