import { type ReactNode, type Ref, useImperativeHandle, useRef } from "react";
import classes from "./framed-table.module.css";
import { useScrollEdges } from "./scroll-edges.ts";
import { scrollable } from "./scrollable.ts";

interface FramedTableProps {
  readonly label: string;
  /** Draws a border around the table. */
  readonly bordered?: boolean;
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLElement>;
  /** Its thead and tbody elements. */
  readonly children: ReactNode;
}

/** A table in a frame that scrolls sideways when there is too little space. */
export const FramedTable = ({ label, bordered, busy, ref, children }: FramedTableProps) => {
  const frame = useRef<HTMLElement>(null);
  useImperativeHandle<HTMLElement | null, HTMLElement | null>(ref, () => frame.current, []);
  useScrollEdges(frame);
  return (
    <section
      ref={frame}
      className={classes.frame}
      data-bordered={bordered}
      aria-label={label}
      {...scrollable}
    >
      <table className={classes.table} aria-busy={busy}>
        {children}
      </table>
    </section>
  );
};
