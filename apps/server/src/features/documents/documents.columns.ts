import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { DOCUMENT_TYPES } from "@mcc/contract/documents/documents.schema.ts";
import type { ListQueryOf, SuggestQueryOf } from "@mcc/contract/kit/list.ts";
import { sql } from "kysely";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import {
  columnsOf,
  type FastColumnsOf,
  type FilteredTable,
  type TextColumn,
} from "../../platform/lists/fast/columns.ts";
import { indexSort, optionSort } from "../../platform/lists/fast/strategies.ts";
import { typedText } from "../../platform/lists/fast/typed-text.ts";

/** The documents of one order are declared with the same columns. */
type DocumentColumns = typeof documentList.columns;
export type DocumentQuery = ListQueryOf<DocumentColumns>;
export type DocumentFilterValues = Partial<DocumentQuery>;
export type DocumentSuggestQuery = SuggestQueryOf<DocumentColumns>;

const { ownText, moment } = columnsOf("documents");

/** The types whose names contain what was typed, by their codes; a code is its own type. */
export const typesContaining = (text: string): number[] =>
  DOCUMENT_TYPES[Number(text) - 1] ? [Number(text)] : typesNamed(text);

const typesNamed = (text: string): number[] =>
  DOCUMENT_TYPES.flatMap((name, at) => (name.toLowerCase().includes(text.toLowerCase()) ? [at + 1] : []));

const documentType: TextColumn = {
  sort: optionSort(DOCUMENT_TYPES, sql`documents.document_type`),
  filter: (typed) => ({
    condition: sql`documents.document_type = any(${typesContaining(typed)}::smallint[])`,
  }),
};

/** Every column of the lists of documents, in one place: sorting, filters and suggestions read it from here. */
export const documentColumns = {
  document_name: ownText("document_name", indexSort(naturalSort(sql`documents.document_name`))),
  document_type: documentType,
  order_identifier: ownText("order_identifier"),
  po_number: ownText("po_number"),
  afe_number: ownText("afe_number"),
  order_date: moment("order_date"),
} satisfies FastColumnsOf<DocumentColumns>;

export const documentTable: FilteredTable = {
  table: "documents",
  declared: documentList.columns,
  columns: documentColumns,
  search: (typed) =>
    typedText({ texts: [sql`documents.search_text`], joined: sql`documents.search_text` }, typed),
};
