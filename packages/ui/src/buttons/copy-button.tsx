import { VisuallyHidden } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { showToast } from "../feedback/toasts.tsx";
import { ActionWords, IconAction } from "./icon-action.tsx";

const SHOWN_MS = 2000;
const icon = { size: 15, stroke: 1.6, "aria-hidden": true } as const;

interface CopyButtonProps {
  /** What is copied: "order number". */
  readonly noun: string;
  readonly text: string;
  /** With words beside the icon, where no other button of the page copies the same kind of text. */
  readonly labeled?: boolean;
}

/** Copies a text. A check mark, also read by screen readers, confirms it for a moment. */
export const CopyButton = ({ noun, text, labeled = false }: CopyButtonProps) => {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      return showToast("error", `The ${noun} could not be copied.`);
    }
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
  };
  const button = (
    <IconAction
      size="sm"
      label={`Copy ${noun}`}
      about={labeled ? undefined : text}
      hint={copied ? "Copied" : undefined}
      icon={copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
      onClick={() => void copy()}
    />
  );
  return (
    <span data-screen-only>
      {labeled ? <ActionWords value>{button}</ActionWords> : button}
      <VisuallyHidden role="status">{copied && "Copied"}</VisuallyHidden>
    </span>
  );
};
