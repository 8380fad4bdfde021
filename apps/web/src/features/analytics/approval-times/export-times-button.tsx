import { Button } from "@mantine/core";
import type { ApprovalTimes } from "@mcc/contract/analytics/approval-times.schema.ts";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { usePageAction } from "../../../platform/page/page-actions.ts";
import { toast } from "../../../platform/page/toast.ts";
import { timesTexts as texts } from "./approval-times.texts.ts";

/** A spreadsheet of what the page shows. */
export const ExportTimesButton = ({ times }: { times: ApprovalTimes }) => {
  const [runs, setRuns] = useState(false);
  const start = async () => {
    if (runs) return;
    setRuns(true);
    try {
      const { saveDashboards } = await import("../export-dashboards.ts");
      await saveDashboards("approval_times", [{ ...times, label: texts.title }]);
    } catch {
      toast.error(texts.exportFailed);
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
    >
      {texts.export}
    </Button>
  );
};
