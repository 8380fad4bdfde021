import { formatMoney } from "../../../platform/page/format.ts";
import { changeTexts as texts } from "./change.texts.ts";
import type { ChangePreview, StepAfter } from "./change-preview.ts";
import classes from "./changes.module.css";

const WORDS: Record<StepAfter, string> = {
  needed: texts.stillNeeded,
  given: texts.given,
  again: texts.neededAgain,
  dropped: texts.notNeeded,
  byBudget: texts.byBudget,
};

/** The total and the approvals as they will be, beside those of now. */
export const PreviewCard = ({ before, preview }: { before: string; preview: ChangePreview }) => (
  <section className={classes.preview} aria-live="polite" aria-label={texts.preview}>
    <h3>{texts.preview}</h3>
    <dl>
      <dt>{texts.total}</dt>
      <dd>
        {formatMoney(preview.total)} <del className={classes.original}>{formatMoney(before)}</del>
      </dd>
      {preview.steps.map(({ position, name, after }) => (
        <div key={position} style={{ display: "contents" }}>
          <dt data-dropped={after === "dropped" || undefined}>{name}</dt>
          <dd data-dropped={after === "dropped" || undefined}>{WORDS[after]}</dd>
        </div>
      ))}
    </dl>
    {preview.isAccepted && <p>{texts.accepted}</p>}
    {preview.mayNeedMore && <p>{texts.moreNeeded}</p>}
  </section>
);
