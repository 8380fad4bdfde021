import { z } from "zod";
import { Identifier, isObject, Moment, nameOrCode, optionalText } from "../integration/order-fields.ts";
import { WebAddress } from "../integration/web-address.ts";
import { requiredText } from "../kit/text.ts";
import { documentMessages } from "./documents.messages.ts";
import { DOCUMENT_TYPES, documentFacts } from "./documents.schema.ts";

const PLACE_MISSING =
  "Send the order, or the site: its shop username as ecommerce_username, or its id as site.";

/** The parts of a form are text, including numbers. */
const SiteId = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    ],
    { error: "This must be the id of a site." },
  )
  .refine((id) => id >= 1, "This must be the id of a site.");

const Checksum = z
  .string({ error: "This field must be text." })
  .regex(/^[0-9a-f]{64}$/i, "This must be a SHA-256 checksum of 64 hexadecimal digits.")
  .transform((value) => value.toLowerCase());

/** A text that is shown to users. */
export const DocumentName = requiredText(documentMessages.nameRequired).transform((name) => name.trim());

type Place = { order_identifier?: unknown; site?: unknown; ecommerce_username?: unknown };
const placeIsGiven = z.refine<Place>(
  ({ order_identifier, site, ecommerce_username }) => Boolean(order_identifier || site || ecommerce_username),
  { path: ["order_identifier"], message: PLACE_MISSING, when: isObject },
);

/** A form cannot send null: an empty part means the same as an absent one. */
const given = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === "" || value === null ? undefined : value), schema.optional());

/** A document as the provider's systems send it, without its file. Unknown keys are ignored. */
export const DocumentInput = z
  .object({
    /** Defaults to the name of the file. */
    document_name: given(DocumentName),
    document_type: nameOrCode(DOCUMENT_TYPES),
    /** The order of the document. It determines the site, and the numbers and the date if they are omitted. */
    order_identifier: given(Identifier),
    site: given(SiteId),
    ecommerce_username: optionalText(),
    po_number: optionalText(),
    afe_number: optionalText(),
    invoice_number: optionalText(),
    tracking_number: optionalText(),
    order_date: given(Moment),
    /** SHA-256 of the file: a file with another checksum is refused. */
    checksum: given(Checksum),
    /** The address the portal fetches the file from, instead of a part named `file`; only hosts the operator allows. */
    url: given(WebAddress),
  })
  .check(placeIsGiven);
export type DocumentDraft = z.output<typeof DocumentInput>;

/** A document in the response to the provider's systems. */
export const IntegrationDocument = z.object({
  /** False: the request changed nothing. */
  changed: z.boolean(),
  id: z.number(),
  external_id: z.string(),
  document_name: z.string(),
  document_type: z.enum(DOCUMENT_TYPES),
  site: z.object({ id: z.number(), name: z.string(), ecommerce_username: z.string() }),
  ...documentFacts,
  content_type: z.string(),
  size: z.number(),
  checksum: z.string(),
});
export type IntegrationDocument = z.output<typeof IntegrationDocument>;
