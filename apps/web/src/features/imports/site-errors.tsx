import { Text } from "@mantine/core";
import type { BatchResult } from "@mcc/contract/imports/imports.schema.ts";
import { scrollable } from "@mcc/ui/tables/scrollable.ts";
import { listTexts } from "../../platform/lists/list.texts.ts";
import { importTexts } from "../../platform/records/import/import.texts.ts";
import { openModal } from "../../platform/state/globals.ts";
import { uploadTexts as texts } from "./imports.texts.ts";
import classes from "./site-errors.module.css";

/** More than anyone reads in a dialog. */
const MOST_SHOWN = 100;

type Details = BatchResult["details"];

const titleOf = ({ row, name, operation }: Details[number], isUser: boolean): string => {
  if (isUser) return texts.userError(name);
  return texts.siteError(name || (row === null ? "" : texts.rowError(row)), operation);
};

const ErrorList = ({ details, isUser = false }: { details: Details; isUser?: boolean }) => (
  <ul className={classes.sites}>
    {details.slice(0, MOST_SHOWN).map((detail, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows may have no number and the same name
      <li key={at}>
        <Text fw={600}>{titleOf(detail, isUser)}</Text>
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
export const openSiteErrors = (sites: Details, users: Details): void =>
  openModal({
    title: texts.errorsTitle,
    content: (
      <div className={classes.errors} {...scrollable}>
        <ErrorList details={sites} />
        {sites.length > MOST_SHOWN && <Text c="dimmed">{importTexts.more(sites.length - MOST_SHOWN)}</Text>}
        {users.length > 0 && <ErrorList details={users} isUser />}
      </div>
    ),
    buttons: [{ label: listTexts.close }],
  });
