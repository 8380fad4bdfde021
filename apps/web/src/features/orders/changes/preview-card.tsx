import type { Order } from "@mcc/contract/orders/orders.schema.ts";
import { formatMoney } from "../../../platform/page/format.ts";
import { changeTexts as texts } from "./change.texts.ts";
import { previewOf, type useChangedOrder } from "./change-preview.ts";
import classes from "./changes.module.css";

interface PreviewProps {
  readonly before: Order;
  readonly preview: ReturnType<typeof useChangedOrder>;
}

const Amounts = ({ before, changed }: { before: Order; changed: Order }) => {
  const { total, steps, isAccepted } = previewOf(before, changed);
  return (
    <>
      <dl>
        <dt>{texts.total}</dt>
        <dd>
          {formatMoney(total)}{" "}
          {total !== before.taxful_total_price_value && (
            <del className={classes.original}>{formatMoney(before.taxful_total_price_value)}</del>
          )}
        </dd>
        {steps.map(({ step, after }) => (
          <div key={step.position} style={{ display: "contents" }}>
            <dt data-dropped={after === "dropped" || undefined}>{step.name}</dt>
            <dd data-dropped={after === "dropped" || undefined}>
              {texts.steps[after]}
              {step.reason && step.state === "open" && <span>{step.reason}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {isAccepted && <p>{texts.accepted}</p>}
    </>
  );
};

/** The total and the approvals as they will be, beside those of now. */
export const PreviewCard = ({ before, preview: { changed, isOutdated, failed } }: PreviewProps) =>
  (changed || failed) && (
    <section className={classes.preview} aria-live="polite" aria-label={texts.preview} aria-busy={isOutdated}>
      <h3>{texts.preview}</h3>
      {failed ? <p>{texts.previewFailed}</p> : changed && <Amounts before={before} changed={changed} />}
    </section>
  );
