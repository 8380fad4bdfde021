import { Button } from "@mantine/core";
import { type FailedRow, IMPORT_LIMITS, type ImportColumnKey } from "@mcc/contract/imports/imports.schema.ts";
import { PasswordField, TextField } from "@mcc/ui/forms/fields.tsx";
import { useId, useState } from "react";
import { importTexts } from "../../platform/records/import/import.texts.ts";
import { headerOf, type ImportCells } from "./failed-rows.ts";
import classes from "./imports.module.css";
import { uploadTexts as texts } from "./imports.texts.ts";

interface FailedRowFieldsProps {
  readonly row: FailedRow;
  readonly keys: readonly ImportColumnKey[];
  readonly cells: ImportCells;
  /** Whether a cell was changed since the row failed. */
  readonly isChanged: (key: ImportColumnKey) => boolean;
  /** The page has read the password from the file. */
  readonly hasPassword: boolean;
  readonly onChange: (cells: ImportCells) => void;
}

/** A failed row: its name with the reasons beside it, and the fields of the wrong cells; the others on demand. */
export const FailedRowFields = ({
  row: { row, errors },
  keys,
  cells,
  isChanged,
  hasPassword,
  onChange,
}: FailedRowFieldsProps) => {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [name] = useState(cells.name ?? "");
  const errorOf = (key: ImportColumnKey) => errors.find(({ field }) => field === key)?.message;
  const shown = keys.filter(
    (key) => isOpen || errorOf(key) !== undefined || isChanged(key) || (key === "password" && !hasPassword),
  );
  const fieldOf = (key: ImportColumnKey) => {
    const error = isChanged(key) ? undefined : errorOf(key);
    const common = {
      label: headerOf(key),
      value: cells[key] ?? "",
      error,
      maxLength: IMPORT_LIMITS.cell,
      onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
        onChange({ [key]: currentTarget.value }),
    };
    return key === "password" ? (
      <PasswordField
        key={key}
        {...common}
        autoComplete="new-password"
        description={hasPassword ? undefined : texts.passwordHint}
      />
    ) : (
      <TextField key={key} {...common} autoComplete="off" />
    );
  };
  return (
    <li className={classes.row}>
      <div className={classes.about}>
        <h3 className={classes.name} id={id}>
          {texts.rowName(row, name)}
        </h3>
        {errors.map(({ field, message }) => (
          <p key={field} className={classes.reason}>
            {importTexts.reasonOf(headerOf(field), message)}
          </p>
        ))}
        {!isOpen && shown.length < keys.length && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.more}
            aria-describedby={id}
            onClick={() => setOpen(true)}
          >
            {texts.allFields}
          </Button>
        )}
      </div>
      <fieldset className={classes.fields} aria-labelledby={id}>
        {shown.map(fieldOf)}
      </fieldset>
    </li>
  );
};
