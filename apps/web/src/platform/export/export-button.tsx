import { Button } from "@mantine/core";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { IconDownload } from "@tabler/icons-react";
import { listTexts as says } from "../lists/list.texts.ts";
import { type Listed, useListState } from "../lists/list-state.ts";
import { toast } from "../page/toast.ts";

interface ExportButtonProps {
  readonly list: Listed;
  /** What writes the file, loaded by the first press. */
  readonly load: () => Promise<(state: ListQuery) => void>;
}

/** Everything that the list's filters let through, in a file. */
export const ExportButton = ({ list, load }: ExportButtonProps) => {
  const { state } = useListState(list);
  const start = async () => (await load())(state);
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
