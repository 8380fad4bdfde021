import { Anchor } from "@mantine/core";
import type { documentList } from "@mcc/contract/documents/documents.api.ts";
import type { DocumentRow } from "@mcc/contract/documents/documents.schema.ts";
import { TruncatedText } from "@mcc/ui/content/truncated-text.tsx";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { formatDate } from "../../platform/page/format.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { documentTexts as texts } from "./documents.texts.ts";

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

/** `show` opens the preview of a document. */
export const documentColumns = (show: (document: DocumentRow) => void): RowColumns<typeof documentList> => ({
  document_name: {
    identifies: true,
    width: [180, 320],
    cell: (document) => <NameCell document={document} show={show} />,
  },
  document_type: { value: ({ document_type_name }) => document_type_name, card: "status" },
  order_identifier: {
    isWhole: true,
    card: "site",
    cell: ({ order_identifier }) =>
      order_identifier && (
        <TextLink to="/orders/$orderId" params={{ orderId: order_identifier }}>
          <TruncatedText>{order_identifier}</TruncatedText>
        </TextLink>
      ),
  },
  po_number: {},
  afe_number: {},
  order_date: { width: [120, 160], cell: ({ order_date }) => formatDate(order_date) },
  site: { value: ({ site }) => site.name },
  location_name: { value: ({ site }) => site.location_name },
  business_unit: { value: ({ site }) => site.business_unit },
  region: { value: ({ site }) => site.region },
});
