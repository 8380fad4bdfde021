import type { ReactNode } from "react";
import classes from "./facts.module.css";

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** Takes the width of two columns. */
  readonly wide?: boolean;
}

interface FactsProps {
  readonly facts: readonly Fact[];
  /** Smaller gaps. */
  readonly dense?: boolean;
}

/** A list of labeled values. */
export const Facts = ({ facts, dense }: FactsProps) => (
  <dl className={classes.facts} data-dense={dense}>
    {facts.map(({ label, value, wide }) => (
      <div key={label} className={classes.fact} data-wide={wide}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
