import type { documentList, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { useMemo } from "react";
import { CallError } from "../../platform/api/call-error.ts";
import { type ListParams, useCurrentPage } from "../../platform/lists/list-page.ts";
import type { ListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { useSelection } from "../../platform/lists/selection/selection.ts";
import { DocumentActions } from "./document-actions.tsx";
import { documentTexts as texts } from "./documents.texts.ts";
import { documentColumns } from "./documents-columns.tsx";
import { DownloadButton } from "./download-button.tsx";
import { Preview } from "./preview.tsx";
import { usePreviewNavigation } from "./preview-navigation.ts";

/** Well within the 15 minutes for which the links of the rows are valid. */
const REFRESH_MS = 10 * 60_000;

/** The page itself reports an order that does not exist. */
export const isUnknown = (error: Error | null): boolean => error instanceof CallError && error.status === 404;
const messages = { failed: texts.listFailed, searchFailed: texts.listFailed, isTold: isUnknown };
const keyOf = ({ id }: DocumentRow) => id;
const nameOf = ({ document_name }: DocumentRow) => document_name;

interface DocumentTableProps {
  readonly list: ListState<typeof documentList> | ListState<typeof orderDocumentList>;
  readonly params?: ListParams;
}

/** Documents to preview, select and download: all of them, or those of one order. */
export const DocumentTable = ({ list, params }: DocumentTableProps) => {
  const selection = useSelection(keyOf, nameOf);
  const { state, change } = list;
  const listed = useCurrentPage<DocumentRow>(list.list.page, state, params);
  const navigation = usePreviewNavigation(listed, change);
  const { show } = navigation;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it does the same in every drawing
  const columns = useMemo(() => documentColumns(show), []);
  return (
    <ResourceTable
      list={list as ListState<typeof documentList>}
      noun={texts.documents}
      searched={texts.searched}
      columns={columns}
      rowKey={keyOf}
      messages={messages}
      params={params}
      refreshEvery={REFRESH_MS}
      selection={selection}
      countsCheckboxes
      current={navigation.document?.id}
      open={show}
      actions={(document) => <DocumentActions document={document} />}
      maxActions={2}
      tools={<DownloadButton documents={selection.rows} />}
      sidePanel={navigation.isOpen && <Preview navigation={navigation} />}
    />
  );
};
