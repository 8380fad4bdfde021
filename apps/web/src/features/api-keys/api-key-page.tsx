import { findApiKey, keyWriteList } from "@mcc/contract/api-keys/api-keys.api.ts";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { apiKeyTexts as texts } from "./api-keys.texts.ts";

const columns: RowColumns<typeof keyWriteList> = {
  record: { identifies: true },
  record_type: {},
  action: { tones: { Created: "info", Changed: "neutral" } },
  company: { value: ({ company }) => company.name, card: "site" },
  writes: { card: "detail" },
  first_written_at: { card: "detail" },
  last_written_at: {},
};

/** What was written with a key: to be found and checked when the key has leaked. */
export const ApiKeyPage = () => {
  const { keyId = "" } = useParams({ strict: false });
  const params = useMemo(() => ({ id: keyId }), [keyId]);
  const list = useListState(keyWriteList);
  const loaded = useRecord(findApiKey, { params: { id: keyId } }, { failed: texts.keyFailed });
  const { record } = loaded;
  return (
    <RecordPage
      loaded={loaded}
      failed={texts.keyFailed}
      title={record ? texts.writtenWith(record.name, record.prefix) : texts.written}
      section={texts.section}
      back={{ to: "/api-keys", label: texts.back }}
    >
      {() => (
        <ResourceTable
          list={list}
          params={params}
          noun={texts.records}
          searched={texts.recordsSearched}
          columns={columns}
          rowKey={({ id }) => id}
          emptyHint={texts.nothingWritten}
          spreadsheet={{}}
        />
      )}
    </RecordPage>
  );
};
