import { Button, Loader } from "@mantine/core";
import { sheetMessages } from "@mcc/contract/sheets/sheet.messages.ts";
import { type Sheet, SheetError } from "@mcc/contract/sheets/sheet.ts";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useRef, useState } from "react";
import classes from "./file-picker.module.css";
import { importTexts as texts } from "./import.texts.ts";
import { openSheet } from "./sheets/open-sheet.ts";

const ACCEPTED =
  ".xlsx,.csv,.txt,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

interface FilePickerProps {
  readonly onSheet: (file: File, sheet: Sheet) => void;
  /** Beside the button: a template, for one. */
  readonly aside?: ReactNode;
}

/** Lets the user choose or drop a spreadsheet, and reads it. A file that cannot be used is refused with a sentence. */
export const FilePicker = ({ onSheet, aside }: FilePickerProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(false);
  const [isOver, setOver] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const read = async (file: File | undefined) => {
    if (!file || reading) return;
    setReading(true);
    setRefusal(undefined);
    try {
      onSheet(file, await openSheet(file));
    } catch (error) {
      setRefusal(error instanceof SheetError ? error.message : sheetMessages.damaged);
    } finally {
      setReading(false);
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files[0]);
  };
  const hover = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return (
    <div>
      <FormAlert>{refusal}</FormAlert>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first */}
      <div
        className={classes.zone}
        data-over={isOver || undefined}
        onDragOver={hover}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
        <div className={classes.words}>
          <div className={classes.buttons}>
            <Button
              aria-busy={reading}
              leftSection={reading && <Loader size={14} color="currentColor" aria-hidden />}
              onClick={() => input.current?.click()}
            >
              {texts.choose}
            </Button>
            {aside}
          </div>
          <p className={classes.hint} role="status">
            {reading ? texts.reading : texts.drop}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED}
          aria-label={texts.choose}
          onChange={({ currentTarget }) => {
            void read(currentTarget.files?.[0]);
            // The same file can be chosen again after it was corrected.
            currentTarget.value = "";
          }}
        />
      </div>
    </div>
  );
};
