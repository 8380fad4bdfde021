import { VisuallyHidden } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { showToast } from "../feedback/toasts.tsx";
import { IconAction } from "./icon-action.tsx";

const SHOWN_MS = 2000;
const icon = { size: 15, stroke: 1.6, "aria-hidden": true } as const;

interface CopyButtonProps {
  /** What is copied: "order number". */
  readonly noun: string;
  readonly text: string;
}

/** Copies a text. A check mark, also read by screen readers, confirms it for a moment. */
export const CopyButton = ({ noun, text }: CopyButtonProps) => {
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
  return (
    <span data-screen-only>
      <IconAction
        size="sm"
        label={`Copy ${noun}`}
        about={text}
        hint={copied ? "Copied" : undefined}
        icon={copied ? <IconCheck {...icon} /> : <IconCopy {...icon} />}
        onClick={() => void copy()}
      />
      <VisuallyHidden role="status">{copied && "Copied"}</VisuallyHidden>
    </span>
  );
};
