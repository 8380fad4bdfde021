import { Progress, Text } from "@mantine/core";
import { importProgress } from "@mcc/contract/imports/file-imports.api.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../../platform/api/call.ts";
import { importTexts as texts } from "../companies.texts.ts";

const REFRESH_MS = 1_000;

interface ImportProgressProps {
  readonly id: string;
  /** How much of the file has been sent, from 0 to 1. */
  readonly share: number;
  readonly rows: number;
}

/** How far an import is: first the file is sent, then its rows are checked and saved. */
export const ImportProgress = ({ id, share, rows }: ImportProgressProps) => {
  const isSent = share === 1;
  const { data } = useQuery({
    ...queryFor(importProgress, { params: { id } }),
    enabled: isSent,
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
  const { done, total } = data ?? { done: 0, total: 0 };
  const isCounted = done < total;
  return (
    <div role="status">
      <Text size="sm">
        {!isSent && texts.sending(Math.round(share * 100))}
        {isSent && (isCounted ? texts.progress(done, total) : texts.saving(rows))}
      </Text>
      <Progress
        value={(isCounted ? done / total : share) * 100}
        animated={isSent && !isCounted}
        aria-label={texts.send}
        mt={4}
      />
    </div>
  );
};
