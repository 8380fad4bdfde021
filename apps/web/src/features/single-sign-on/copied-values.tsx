import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import classes from "./single-sign-on.module.css";

/** Labeled values that are entered somewhere else, each with a button that copies it. */
export const CopiedValues = ({
  values,
}: {
  values: readonly (readonly [label: string, value: string])[];
}) => (
  <dl className={classes.lines}>
    {values.map(([label, value]) => (
      <div key={label} className={classes.line}>
        <dt>{label}</dt>
        <dd>
          <code>{value}</code>
          <CopyButton noun={label.toLowerCase()} text={value} />
        </dd>
      </div>
    ))}
  </dl>
);
