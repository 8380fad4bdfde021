import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import type { ListQueryOf, SuggestQueryOf } from "@mcc/contract/kit/list.ts";
import { sql } from "kysely";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import {
  columnsOf,
  type FastColumnsOf,
  type FilteredTable,
  type NameColumn,
  nameFilterOf,
} from "../../platform/lists/fast/columns.ts";
import { indexSort } from "../../platform/lists/fast/strategies.ts";
import { typedText } from "../../platform/lists/fast/typed-text.ts";
import { isNamed } from "../../platform/lists/name-filter.ts";

/** The documents of one order are declared with the same columns. */
type DocumentColumns = typeof documentList.columns;
export type DocumentQuery = ListQueryOf<DocumentColumns>;
export type DocumentFilterValues = Partial<DocumentQuery>;
export type DocumentSuggestQuery = SuggestQueryOf<DocumentColumns>;

const { ownText, option, moment } = columnsOf("documents");

/** A name of the site, as it is now. */
const ofSite = (label: string): NameColumn => {
  const reference = sql`documents.site_id`;
  return {
    sort: {
      kind: "lookup",
      names: sql`select id, ${sql.ref(label)} as label from sites`,
      hasNulls: false,
      reference,
    },
    filterNames: (values) =>
      nameFilterOf(
        {
          names: sql`select id from sites where ${isNamed(sql.ref(label), values)}`,
          reference,
          belongs: sql`documents.site_id = named.id`,
        },
        values,
      ),
  };
};

/** Every column of the lists of documents, in one place: sorting, filters and suggestions read it from here. */
export const documentColumns = {
  document_name: ownText("document_name", indexSort(naturalSort(sql`documents.document_name`))),
  document_type: option(DOCUMENT_TYPES, "document_type"),
  order_identifier: ownText("order_identifier"),
  po_number: ownText("po_number"),
  afe_number: ownText("afe_number"),
  order_date: moment("order_date"),
  site: ofSite("name"),
  location_name: ofSite("location_name"),
  business_unit: ofSite("business_unit"),
  region: ofSite("region"),
} satisfies FastColumnsOf<DocumentColumns>;

export const documentTable: FilteredTable = {
  table: "documents",
  declared: documentList.columns,
  columns: documentColumns,
  search: (typed) =>
    typedText({ texts: [sql`documents.search_text`], joined: sql`documents.search_text` }, typed),
};
