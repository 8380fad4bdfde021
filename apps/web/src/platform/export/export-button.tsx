import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { listTexts as says } from "../lists/list.texts.ts";
import { toast } from "../page/toast.ts";
import type { ListExport } from "./export-list.ts";

/** Everything that the list's filters let through, in a file. What writes it is loaded by the first press. */
export const ExportButton = <Row,>({ prepare }: { prepare: () => ListExport<Row> }) => {
  const start = async () => (await import("./export-list.ts")).exportList(prepare());
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void start().catch(toast.failure)}
    >
      {says.export}
    </Button>
  );
};
