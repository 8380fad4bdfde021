import { Button, Text } from "@mantine/core";
import type { RowError } from "@mcc/contract/kit/errors.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { type PlainColumn, PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { IconDownload } from "@tabler/icons-react";
import { saveSheet } from "../../../platform/records/import/sheets/write-sheet.ts";
import { importTexts as texts } from "../companies.texts.ts";

/** More than anyone reads on a page. */
const MOST_SHOWN = 200;
const MESSAGE_WIDTH = 60;

const columns: PlainColumn<RowError>[] = [
  {
    label: texts.row,
    cell: ({ row }) => row.toLocaleString("en-US"),
    title: ({ row }) => `${texts.row} ${row.toLocaleString("en-US")}`,
  },
  { label: texts.column, cell: ({ column }) => column },
  { label: texts.message, cell: ({ message }) => message },
];

const save = (errors: readonly RowError[], fileName: string): Promise<void> =>
  saveSheet(
    fileName,
    [
      { header: texts.row, width: 8 },
      { header: texts.column },
      { header: texts.message, width: MESSAGE_WIDTH },
    ],
    errors.map(({ row, column, message }) => [String(row), column, message]),
    texts.errors,
  );

/** What is wrong with a file, by row and column, on the page and as a spreadsheet. */
export const ImportErrors = ({ errors, fileName }: { errors: readonly RowError[]; fileName: string }) => (
  <Card
    title={texts.errors}
    flush
    aside={
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void save(errors, fileName)}
      >
        {texts.download}
      </Button>
    }
  >
    <PlainTable
      label={texts.errorTable}
      columns={columns}
      rows={errors.slice(0, MOST_SHOWN)}
      rowKey={({ row, column }) => `${row} ${column}`}
      empty=""
      inCard
    />
    {errors.length > MOST_SHOWN && (
      <Text c="dimmed" p="md">
        {texts.more(errors.length - MOST_SHOWN)}
      </Text>
    )}
  </Card>
);
