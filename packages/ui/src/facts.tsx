import type { ReactNode } from "react";
import classes from "./facts.module.css";

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

interface FactsProps {
  readonly facts: readonly Fact[];
  /** Closer together, where there is little room. */
  readonly dense?: boolean;
}

/** What is known about something, each by its name. */
export const Facts = ({ facts, dense }: FactsProps) => (
  <dl className={classes.facts} data-dense={dense}>
    {facts.map(({ label, value }) => (
      <div key={label} className={classes.fact}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
