import classes from "./budget-bar.module.css";
import { barWords, type Figures, leftWords, percentOf } from "./budgets.texts.ts";

/** What is committed and reserved, of the whole; a budget that is used up fills the bar. */
export const BudgetBar = (figures: Figures) => {
  const { amount, reserved, committed, left } = figures;
  const whole = Math.max(Number(amount), Number(reserved) + Number(committed));
  const widthOf = (part: string) => ({ width: `${(Math.max(Number(part), 0) / whole) * 100}%` });
  return (
    <div
      className={classes.bar}
      data-beyond={left.startsWith("-") || undefined}
      role="img"
      aria-label={barWords(figures)}
      title={barWords(figures)}
    >
      <span className={classes.committed} style={widthOf(committed)} />
      <span className={classes.reserved} style={widthOf(reserved)} />
    </div>
  );
};

/** The bar with what is left below it, for a row of a table. */
export const BudgetFigures = ({ figures }: { figures: Figures }) => (
  <div className={classes.figures}>
    <BudgetBar {...figures} />
    <span className={classes.words}>
      {percentOf(String(Number(figures.reserved) + Number(figures.committed)), figures.amount)}% used,{" "}
      <span className={figures.left.startsWith("-") ? classes.beyond : undefined}>
        {leftWords(figures.left)}
      </span>
    </span>
  </div>
);
