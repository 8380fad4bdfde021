import { Text } from "@mantine/core";
import type { BatchResult, Import } from "@mcc/contract/imports/imports.schema.ts";
import { scrollable } from "@mcc/ui/tables/scrollable.ts";
import { listTexts } from "../../platform/lists/list.texts.ts";
import { importTexts } from "../../platform/records/import/import.texts.ts";
import { openModal } from "../../platform/state/globals.ts";
import { kindTexts, uploadTexts as texts } from "./imports.texts.ts";
import classes from "./row-errors.module.css";

/** More than anyone reads in a dialog. */
const MOST_SHOWN = 100;

type Details = BatchResult["details"];

const rowTitle = (kind: Import["kind"], { row, name, operation }: Details[number]): string =>
  kindTexts[kind].rowError(name || (row === null ? "" : texts.rowError(row)), operation);

const ErrorList = ({
  details,
  titleOf,
}: {
  details: Details;
  titleOf: (detail: Details[number]) => string;
}) => (
  <ul className={classes.rows}>
    {details.slice(0, MOST_SHOWN).map((detail, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows may have no number and the same name
      <li key={at}>
        <Text fw={600}>{titleOf(detail)}</Text>
        <ul>
          {detail.errors.map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      </li>
    ))}
  </ul>
);

/** Shows what was not saved, and why (specification 2, section 4). */
export const openRowErrors = (kind: Import["kind"], rows: Details, users: Details): void =>
  openModal({
    title: kindTexts[kind].errorsTitle,
    content: (
      <div className={classes.errors} {...scrollable}>
        <ErrorList details={rows} titleOf={(detail) => rowTitle(kind, detail)} />
        {rows.length > MOST_SHOWN && <Text c="dimmed">{importTexts.more(rows.length - MOST_SHOWN)}</Text>}
        {users.length > 0 && <ErrorList details={users} titleOf={({ name }) => texts.userError(name)} />}
      </div>
    ),
    buttons: [{ label: listTexts.close }],
  });
