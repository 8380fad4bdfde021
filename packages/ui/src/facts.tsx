import type { ReactNode } from "react";
import classes from "./facts.module.css";

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

/** What is known about something, each by its name. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={classes.facts}>
    {facts.map(({ label, value }) => (
      <div key={label} className={classes.fact}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
