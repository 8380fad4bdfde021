import { hasPasskeys } from "../../platform/session/passkeys.ts";
import { AddButtons } from "./add-buttons.tsx";
import classes from "./factors.module.css";
import { factorTexts as texts } from "./factors.texts.ts";

/** What a user who has to set up a second factor can choose from. */
export const EnrollmentWays = () => (
  <div className={classes.parts}>
    <p className={classes.words}>{texts.enrollHint}</p>
    <AddButtons passkey={texts.enrollPasskey} app={texts.enrollApp} fullWidth />
    <p className={classes.note}>{hasPasskeys() ? texts.enrollWays : texts.noPasskeys}</p>
  </div>
);
