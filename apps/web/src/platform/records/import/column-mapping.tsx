import { Button, Select, Text } from "@mantine/core";
import type { Sheet } from "@mcc/contract/sheets/sheet.ts";
import type { ImportColumn, Mapping } from "@mcc/contract/sheets/sheet-columns.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { useState } from "react";
import classes from "./column-mapping.module.css";
import { importTexts as texts } from "./import.texts.ts";

interface ColumnMappingProps<Field extends string> {
  readonly columns: readonly ImportColumn<Field>[];
  readonly sheet: Sheet;
  readonly mapping: Mapping<Field>;
  readonly onChange: (mapping: Mapping<Field>) => void;
}

/** The required columns that are not in the sheet. */
export const missingColumns = <Field extends string>(
  columns: readonly ImportColumn<Field>[],
  mapping: Mapping<Field>,
): string[] =>
  columns.flatMap(({ key, header, required }) => (required && mapping[key] === undefined ? [header] : []));

/** Says which column of the sheet is which, and lets the user choose where columns are called otherwise. */
export const ColumnMapping = <Field extends string>({
  columns,
  sheet,
  mapping,
  onChange,
}: ColumnMappingProps<Field>) => {
  const { headers, rows } = sheet;
  const isComplete = columns.every(({ key }) => mapping[key] !== undefined);
  const nameOf = (at: number) => headers[at] || texts.unnamed(at);
  const options = headers.map((_, at) => ({ value: String(at), label: nameOf(at) }));
  const used = Object.values(mapping) as number[];
  const ignored = headers.flatMap((header, at) => (header && !used.includes(at) ? [header] : []));
  const missing = missingColumns(columns, mapping);
  // A column that is not read may be one that is called otherwise.
  const [isOpen, setOpen] = useState(missing.length > 0 || (ignored.length > 0 && !isComplete));
  const choose = (key: Field, value: string | null) => {
    const { [key]: _, ...others } = mapping;
    onChange((value === null ? others : { ...others, [key]: Number(value) }) as Mapping<Field>);
  };
  const sampleOf = ({ key, secret }: ImportColumn<Field>): string => {
    const at = mapping[key];
    if (at === undefined) return "";
    const sample = rows.find(({ cells }) => cells[at])?.cells[at] ?? "";
    return secret && sample ? texts.hiddenValue : sample;
  };
  return (
    <Card
      title={texts.columns}
      aside={
        !isOpen && (
          <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
            {texts.changeColumns}
          </Button>
        )
      }
    >
      <FormAlert>{missing.length > 0 && texts.needed(missing)}</FormAlert>
      <Text c="dimmed" mb={isOpen ? "md" : 0}>
        {isComplete || !isOpen ? texts.allMapped : texts.someMapped}
        {ignored.length > 0 && ` ${texts.ignored(ignored)}`}
      </Text>
      {isOpen && (
        <div className={classes.columns}>
          {columns.map((column) => (
            <Select
              key={column.key}
              label={column.header}
              aria-label={texts.inSheet(column.header)}
              required={column.required}
              placeholder={texts.notInSheet}
              description={<span className={classes.sample}>{sampleOf(column) || " "}</span>}
              data={options}
              value={mapping[column.key] === undefined ? null : String(mapping[column.key])}
              onChange={(value) => choose(column.key, value)}
              clearable
              allowDeselect={false}
              searchable={options.length > 12}
            />
          ))}
        </div>
      )}
    </Card>
  );
};
