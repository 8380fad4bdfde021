import { directoryLog } from "@mcc/contract/directory/directory.api.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { WITHOUT_STREAM_MS } from "../../platform/lists/list-page.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { WholeText } from "../../platform/lists/table/table-cell.tsx";
import { Page } from "../../platform/page/page.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { directoryTexts as texts } from "./directory.texts.ts";

const columns: RowColumns<typeof directoryLog> = {
  at: {},
  record_type: { card: "detail" },
  action: { card: "detail" },
  record: { identifies: true, width: [140, 280] },
  result: { tones: { Done: "good", Refused: "bad" } },
  detail: { cell: ({ detail }) => <WholeText>{detail}</WholeText>, width: [200, 480], card: "detail" },
  token: { width: [100, 200], card: "detail" },
};

const above = [CONFIGURATION, { to: "/configuration/sign-in", label: texts.above }] as const;

/** What the company's directory did or tried to do, for company admins. */
export const DirectoryLogPage = () => (
  <Page breadcrumbs={breadcrumbs(above, texts.log)} title={texts.log}>
    <ResourceTable
      list={useListState(directoryLog)}
      noun={texts.noun}
      searched={texts.searched}
      columns={columns}
      rowKey={({ id }) => id}
      refreshEvery={WITHOUT_STREAM_MS}
      emptyHint={texts.noEntries}
      spreadsheet={{}}
    />
  </Page>
);
