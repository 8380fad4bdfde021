import { z } from "zod";
import { MAX_VALUES } from "../kit/list-schema.ts";
import { requiredText, TEXT_MAX, textArea } from "../kit/text.ts";
import { viewMessages } from "./views.messages.ts";

export const VIEW_LIMITS = {
  /** Not shared, of one user and list. */
  own: 50,
  /** Of one company and list. */
  shared: 50,
  name: 80,
  columns: 200,
  filters: 60,
  /** Values of one filter. */
  values: MAX_VALUES,
} as const;

const KEY = /^[A-Za-z][A-Za-z0-9_]{0,59}$/;
const ORDERING = /^-?[A-Za-z][A-Za-z0-9_]{0,59}$/;

const ColumnKey = z.string({ error: "This field must be text." }).regex(KEY, "This is not a column.");
const FilterKey = z.string().regex(KEY, "This is not a filter.");
/** A whole name has quotation marks around it. */
const VALUE_MAX = TEXT_MAX + 2;
const FilterValue = textArea(VALUE_MAX).or(
  z
    .array(textArea(VALUE_MAX))
    .max(VIEW_LIMITS.values, `This can't have more than ${VIEW_LIMITS.values} values.`),
);

/**
 * Only the form is checked when a view is saved. What the list knows of it is decided by the list's own query schema
 * when the view is opened: a column or a filter may be gone by then.
 */
const fields = {
  name: requiredText(viewMessages.nameRequired, VIEW_LIMITS.name).trim(),
  columns: z
    .array(ColumnKey, { error: "This must be a list of columns." })
    .min(1, viewMessages.columnsRequired)
    .max(VIEW_LIMITS.columns, `This can't have more than ${VIEW_LIMITS.columns} columns.`)
    .describe("The shown columns, in their order"),
  ordering: z
    .string({ error: "This field must be text." })
    .regex(ORDERING, "This is not an ordering.")
    .nullable()
    .describe("As the list's own `ordering`; null for the list's standard one"),
  filters: z
    .record(FilterKey, FilterValue, { error: "This must be an object of filters." })
    .refine(
      (filters) => Object.keys(filters).length <= VIEW_LIMITS.filters,
      `This can't have more than ${VIEW_LIMITS.filters} filters.`,
    )
    .meta({
      description:
        "The list's own query: the search and the filters. The web also stores the name of a range of days, such as `last-30-days`, as its first day",
      maxProperties: VIEW_LIMITS.filters,
    }),
  density: z
    .enum(["compact", "comfortable"], { error: "This must be one of compact, comfortable." })
    .nullable()
    .describe("null for what the reader has set"),
  shared: z.boolean().describe("The whole company sees it; only company admins may set it"),
  is_default: z.boolean().describe("The reader's own default of this list"),
};

export const NewView = z.object({
  ...fields,
  ordering: fields.ordering.default(null),
  filters: fields.filters.default({}),
  density: fields.density.default(null),
  shared: fields.shared.default(false),
  is_default: fields.is_default.default(false),
});
export type NewView = z.output<typeof NewView>;

export const ViewChanges = z.object(fields).partial();
export type ViewChanges = z.output<typeof ViewChanges>;
