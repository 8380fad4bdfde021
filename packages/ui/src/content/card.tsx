import { type ReactNode, useId } from "react";
import classes from "./card.module.css";

interface CardProps {
  readonly title: ReactNode;
  /** On the right of the title. */
  readonly aside?: ReactNode;
  /** Content that reaches the edges, such as a table. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A section of a page with its own heading. */
export const Card = ({ title, aside, flush = false, children }: CardProps) => {
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 className={classes.title} id={id}>
          {title}
        </h2>
        {aside}
      </div>
      <div className={flush ? undefined : classes.body}>{children}</div>
    </section>
  );
};
