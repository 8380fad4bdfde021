import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { Page } from "../../platform/page/page.tsx";
import { DocumentTable } from "./document-table.tsx";
import { documentTexts as texts } from "./documents.texts.ts";

export const DocumentsPage = () => (
  <Page section={texts.section} title={texts.repository}>
    <DocumentTable list={useListState(documentList)} />
  </Page>
);
