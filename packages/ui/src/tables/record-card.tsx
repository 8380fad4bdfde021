import type { ComponentProps, ReactNode } from "react";
import { ActionWords } from "../buttons/icon-action.tsx";
import classes from "./record-card.module.css";

export interface CardParts {
  /** The name of the record. */
  readonly title: ReactNode;
  readonly status?: ReactNode;
  /** Such as site and date, separated by dots. */
  readonly facts?: readonly ReactNode[];
  readonly amount?: ReactNode;
  /** Further values, each with its label. */
  readonly details?: readonly (readonly [label: string, value: ReactNode])[];
  readonly actions?: ReactNode;
  /** The checkbox that selects the record. */
  readonly select?: ReactNode;
}

/** One record of a list on a phone. */
export const RecordCard = (props: CardParts & Omit<ComponentProps<"li">, keyof CardParts>) => {
  const { title, status, facts = [], amount, details = [], actions, select, ...item } = props;
  return (
    <li className={classes.card} {...item}>
      <div className={classes.first}>
        {select}
        <span className={classes.title}>{title}</span>
        {status && <span className={classes.status}>{status}</span>}
      </div>
      {facts.length > 0 && (
        <div className={classes.facts}>
          {facts.map((fact, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts are never reordered
            <span key={at}>{fact}</span>
          ))}
        </div>
      )}
      {amount && <div className={classes.amount}>{amount}</div>}
      {details.length > 0 && (
        <dl className={classes.details}>
          {details.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {actions && (
        <div className={classes.actions} data-screen-only>
          <ActionWords value={true}>{actions}</ActionWords>
        </div>
      )}
    </li>
  );
};
