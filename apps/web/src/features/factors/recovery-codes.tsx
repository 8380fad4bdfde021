import { Button } from "@mantine/core";
import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import { IconPrinter } from "@tabler/icons-react";
import { openModal } from "../../platform/state/globals.ts";
import classes from "./factors.module.css";
import { factorTexts as texts } from "./factors.texts.ts";

/** Prints the codes alone, from a frame of their own: the page behind the dialog is no part of it. */
const print = (codes: readonly string[]): void => {
  const frame = document.createElement("iframe");
  // Not display: none, of which some browsers print an empty page.
  frame.className = classes.printed ?? "";
  frame.ariaHidden = "true";
  document.body.append(frame);
  const paper = frame.contentDocument;
  const heading = paper?.createElement("h1");
  const list = paper?.createElement("pre");
  if (!paper || !heading || !list || !frame.contentWindow) return;
  heading.textContent = `${texts.codes}, ${location.host}`;
  list.textContent = codes.join("\n");
  paper.body.append(heading, list);
  frame.contentWindow.addEventListener("afterprint", () => frame.remove());
  frame.contentWindow.print();
};

/** Shows the codes, which the server does not send again. Only the button closes it. */
export const showRecoveryCodes = (codes: readonly string[]): void =>
  openModal({
    title: texts.codes,
    locked: true,
    content: (
      <div className={classes.parts}>
        <p className={classes.note}>{texts.codesNote}</p>
        <ul className={classes.codes} aria-label={texts.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={classes.buttons}>
          <CopyButton labeled noun="recovery codes" text={codes.join("\n")} />
          <Button
            variant="default"
            leftSection={<IconPrinter size={15} aria-hidden />}
            onClick={() => print(codes)}
          >
            {texts.print}
          </Button>
        </div>
      </div>
    ),
    buttons: [{ label: texts.codesKept, tone: "primary" }],
  });
