import { Kbd } from "@mantine/core";
import { openModal } from "../../state/globals.ts";
import { listTexts as says } from "../list.texts.ts";
import classes from "./keys-help.module.css";

/** Only for lists whose rows can be selected. */
const SELECT = "x";

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [["/"], "Search the list"],
  [["j"], "Next row"],
  [["k"], "Previous row"],
  [["Enter"], "Open the row"],
  [[SELECT], "Select the row, or clear it"],
  [["Ctrl K", "⌘ K"], "Find pages, orders, sites, users and documents"],
  [["?"], "Show these keys"],
];

const KeysHelp = ({ canSelect }: { canSelect: boolean }) => (
  <dl className={classes.keys}>
    {KEYS.filter(([[key]]) => canSelect || key !== SELECT).map(([keys, does]) => (
      <div key={does}>
        <dt>
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </dt>
        <dd>{does}</dd>
      </div>
    ))}
  </dl>
);

export const openKeysHelp = (canSelect: boolean): void =>
  openModal({
    size: "modal-sm",
    title: says.keys,
    content: <KeysHelp canSelect={canSelect} />,
    buttons: [{ label: says.close }],
  });
