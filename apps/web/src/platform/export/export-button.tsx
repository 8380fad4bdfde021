import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { listTexts as says } from "../lists/list.texts.ts";
import { usePageAction } from "../page/page-actions.ts";
import { toast } from "../page/toast.ts";
import type { ListExport } from "./export-list.ts";

/** Everything that the list's filters let through, in a file. What writes it is loaded by the first press. */
export const ExportButton = <Row,>({ prepare }: { prepare: () => ListExport<Row> }) => {
  const start = () =>
    void import("./export-list.ts").then(({ exportList }) => exportList(prepare())).catch(toast.failure);
  usePageAction(says.export, start);
  return (
    <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={start}>
      {says.export}
    </Button>
  );
};
