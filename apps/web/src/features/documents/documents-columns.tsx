import { Anchor } from "@mantine/core";
import type { documentList } from "@mcc/contract/documents/documents.api.ts";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { TruncatedText } from "@mcc/ui/truncated-text.tsx";
import type { RowColumns } from "../../platform/lists/table/table-model.ts";
import { formatDate } from "../../platform/page/format.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { documentTexts as texts } from "./documents.texts.ts";

type DocumentColumns = RowColumns<(typeof documentList)["columns"], DocumentRow>;

/** How the focus finds its way back to a row when the preview closes. */
export const PREVIEW_OF = "data-preview-of";

const NameCell = ({ document, show }: { document: DocumentRow; show: (document: DocumentRow) => void }) => (
  <TruncatedText
    root={(shown) => (
      <Anchor
        component="button"
        type="button"
        ta="start"
        aria-description={texts.previewOf(document.document_name)}
        {...{ [PREVIEW_OF]: document.id }}
        onClick={() => show(document)}
      >
        {shown}
      </Anchor>
    )}
  >
    {document.document_name}
  </TruncatedText>
);

/** Where each column of the list finds its value in a row, and how it looks. */
export const documentColumns = (show: (document: DocumentRow) => void): DocumentColumns => ({
  identifies: "document_name",
  widths: { document_name: 260, order_identifier: 124, po_number: 130, afe_number: 130, order_date: 190 },
  values: {
    document_name: ({ document_name }) => document_name,
    document_type: ({ document_type_name }) => document_type_name,
    order_identifier: ({ order_identifier }) => order_identifier,
    po_number: ({ po_number }) => po_number,
    afe_number: ({ afe_number }) => afe_number,
    order_date: ({ order_date }) => order_date,
  },
  cells: {
    document_name: (document) => <NameCell document={document} show={show} />,
    order_identifier: ({ order_identifier }) =>
      order_identifier && (
        <TextLink to="/orders/$orderId" params={{ orderId: order_identifier }}>
          {order_identifier}
        </TextLink>
      ),
    order_date: ({ order_date }) => formatDate(order_date),
  },
  nodeOf: ({ site }, groupId) => site.groups.find(({ id }) => id === groupId)?.node,
});
