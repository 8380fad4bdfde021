import type { documentList, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { useMemo } from "react";
import { CallError } from "../../platform/call-error.ts";
import { useGroupColumns } from "../../platform/group-columns.ts";
import { useListState } from "../../platform/list-state.ts";
import { ResourceTable } from "../../platform/resource-table.tsx";
import { type ListParams, useListedPage } from "../../platform/resource-table-data.ts";
import { useSelection } from "../../platform/resource-table-selection.ts";
import { DocumentActions } from "./document-actions.tsx";
import { documentTexts as texts } from "./documents.texts.ts";
import { documentLook } from "./documents-look.tsx";
import { DownloadButton } from "./download-button.tsx";
import { Preview } from "./preview.tsx";
import { usePreviewWalk } from "./preview-walk.ts";

/** Well within the 15 minutes that the links of the rows are good for. */
const REFRESH_MS = 10 * 60_000;

/** Of an order that is not there its page says so. */
export const isUnknown = (error: Error | null): boolean => error instanceof CallError && error.status === 404;
const messages = { failed: texts.listFailed, searchFailed: texts.listFailed, isTold: isUnknown };
const keyOf = ({ id }: DocumentRow) => id;
const nameOf = ({ document_name }: DocumentRow) => document_name;

interface DocumentTableProps {
  readonly list: typeof documentList | typeof orderDocumentList;
  readonly params?: ListParams;
}

/** Documents to look at, to select and to take home: all of them, or those of one order. */
export const DocumentTable = ({ list, params }: DocumentTableProps) => {
  const selection = useSelection(keyOf, nameOf);
  const { state, change } = useListState(list);
  const listed = useListedPage<DocumentRow>(list.page, state, params);
  const walk = usePreviewWalk(listed, change);
  const { show } = walk;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it does the same in every drawing
  const look = useMemo(() => documentLook(show), []);
  return (
    <ResourceTable
      list={list as typeof documentList}
      noun={texts.documents}
      look={look}
      rowKey={keyOf}
      messages={messages}
      params={params}
      refreshEvery={REFRESH_MS}
      groups={useGroupColumns()}
      selection={selection}
      current={walk.document?.id}
      open={show}
      actions={(document) => <DocumentActions document={document} />}
      actionsAtMost={[2, 2]}
      tools={<DownloadButton documents={selection.rows} />}
      beside={walk.isOpen && <Preview walk={walk} />}
    />
  );
};
