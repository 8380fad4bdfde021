import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import { openModal } from "../state/globals.ts";
import classes from "./show-secret.module.css";

interface ShownSecret {
  readonly title: string;
  /** What the user does with it. */
  readonly note: string;
  /** "API key". */
  readonly noun: string;
  readonly secret: string;
}

/** Shows a secret that the server does not send again. */
export const showSecret = ({ title, note, noun, secret }: ShownSecret): void =>
  openModal({
    title,
    content: (
      <div className={classes.shown}>
        <p className={classes.note}>{note}</p>
        <div className={classes.secret}>
          <code>{secret}</code>
          <CopyButton noun={noun} text={secret} />
        </div>
      </div>
    ),
    buttons: [{ label: "Done", tone: "primary" }],
  });
