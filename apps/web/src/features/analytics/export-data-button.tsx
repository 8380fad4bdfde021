import { Button } from "@mantine/core";
import { tooltip } from "@mcc/ui/overlays/tooltip.ts";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { usePageAction } from "../../platform/page/page-actions.ts";
import { analyticsTexts as texts } from "./analytics.texts.ts";

/** The numbers of our own dashboards, whichever ones the company shows. A failure is only logged (ANA-013). */
export const ExportDataButton = () => {
  const [runs, setRuns] = useState(false);
  const start = async () => {
    if (runs) return;
    setRuns(true);
    try {
      const { exportDashboards } = await import("./export-dashboards.ts");
      await exportDashboards();
    } catch (error) {
      console.error("Error exporting analytics...", error);
    } finally {
      setRuns(false);
    }
  };
  usePageAction(texts.export, () => void start());
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={runs}
      onClick={() => void start()}
      {...tooltip(texts.exportHint)}
    >
      {texts.export}
    </Button>
  );
};
