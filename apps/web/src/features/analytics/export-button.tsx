import { Button } from "@mantine/core";
import { tooltip } from "@mcc/ui/overlays/tooltip.ts";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { usePageAction } from "../../platform/page/page-actions.ts";

interface ExportButtonProps {
  readonly label: string;
  readonly hint?: string;
  readonly save: () => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Saves a spreadsheet of what the page shows. */
export const ExportButton = ({ label, hint, save, onFailure }: ExportButtonProps) => {
  const [runs, setRuns] = useState(false);
  const start = async () => {
    if (runs) return;
    setRuns(true);
    await save().catch(onFailure);
    setRuns(false);
  };
  usePageAction(label, () => void start());
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={runs}
      onClick={() => void start()}
      {...(hint && tooltip(hint))}
    >
      {label}
    </Button>
  );
};
