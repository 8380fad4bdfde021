import type { SessionCompany } from "@mcc/contract/access/session.ts";
import { importList } from "@mcc/contract/imports/imports.api.ts";
import type { Import } from "@mcc/contract/imports/imports.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { IconArrowBackUp, IconFileDownload, IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { importTexts } from "../../platform/records/import/import.texts.ts";
import { columnKeysOf, saveKeptFailedRows } from "./failed-rows.ts";
import classes from "./imports.module.css";
import { kindTexts, uploadTexts as texts } from "./imports.texts.ts";
import { confirmUndo } from "./undo-import.tsx";

const stateOf = ({ undone_at }: Import): string => (undone_at ? texts.undoneState : texts.savedState);

const columns: RowColumns<typeof importList> = {
  file_name: { identifies: true, width: [150, 280] },
  kind: {
    value: ({ kind }) => kindTexts[kind].records,
    nameOf: (kind) => kindTexts[kind as Import["kind"]].records,
  },
  created_at: {},
  created_by: {},
  created: {},
  updated: {},
  unchanged: {},
  failed: {},
  state: {
    value: stateOf,
    cell: (row) => <Tag tone={row.undone_at ? "neutral" : "good"}>{stateOf(row)}</Tag>,
    card: "status",
  },
};

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;
const canCorrect = ({ undone_at, failed }: Import): boolean => !undone_at && failed > 0;
const canUndo = ({ undone_at, created, updated }: Import): boolean => !undone_at && created + updated > 0;

/** The uploads of the company, each with its failed rows and a button that undoes it. */
export const PastImports = ({ company }: { company: SessionCompany }) => (
  <section aria-label={texts.past}>
    <h2 className={classes.heading}>{texts.past}</h2>
    <ResourceTable
      list={useListState(importList)}
      noun={texts.noun}
      searched="File"
      columns={columns}
      rowKey={({ id }) => id}
      maxActions={3}
      actions={(row) => (
        <>
          {canCorrect(row) && (
            <IconAction
              label={texts.correct}
              about={row.file_name}
              icon={<IconPencil {...icon} />}
              renderRoot={(props) => (
                <Link {...props} to="/configuration/uploads/$importId" params={{ importId: row.id }} />
              )}
            />
          )}
          {row.failed > 0 && (
            <IconAction
              label={importTexts.failedRows}
              about={row.file_name}
              icon={<IconFileDownload {...icon} />}
              onClick={() => void saveKeptFailedRows(row, columnKeysOf(row.kind, company))}
            />
          )}
          {canUndo(row) && (
            <IconAction
              danger
              label={texts.undo}
              about={row.file_name}
              icon={<IconArrowBackUp {...icon} />}
              onClick={() => void confirmUndo(row)}
            />
          )}
        </>
      )}
    />
  </section>
);
