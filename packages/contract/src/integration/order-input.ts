import { z } from "zod";
import { Identifier, isObject, orderFields, progressFields } from "./order-fields.ts";
import { totalsOf } from "./order-totals.ts";

const SITE_MISSING = "Send the site: its shop username as ecommerce_username, or its id as site.";
export const CONFLICTING_VALUES = "Two different values were given.";

type SiteFields = { site?: unknown; ecommerce_username?: unknown };
const hasSite = ({ site, ecommerce_username }: SiteFields): boolean =>
  (site ?? null) !== null || Boolean(ecommerce_username);

const siteIsGiven = z.refine<SiteFields>(hasSite, {
  path: ["ecommerce_username"],
  message: SITE_MISSING,
  when: isObject,
});
const fields = z.object({ identifier: Identifier.optional(), ...orderFields }).check(siteIsGiven);

type Fields = z.output<typeof fields>;

const onlyGiven = ({ status, payment_status, tracking_numbers, tracking_url }: Partial<Fields>) => ({
  ...(status == null ? {} : { status }),
  ...(payment_status === undefined ? {} : { payment_status }),
  ...(tracking_numbers === undefined ? {} : { tracking_numbers }),
  ...(tracking_url === undefined ? {} : { tracking_url }),
});

/** Either name of an amount; both only with the same value. */
const sameOrEither = (a: string | null | undefined, b: string | null | undefined, complain: () => void) => {
  if (a != null && b != null && a !== b) complain();
  return a ?? b ?? undefined;
};

const toDraft = (given: Fields, context: z.RefinementCtx) => {
  const complain = (path: readonly (string | number)[], message: string) =>
    context.addIssue({ code: "custom", path: [...path], message });
  const totals = {
    total: sameOrEither(given.total, given.taxful_total_price_value, () =>
      complain(["total"], CONFLICTING_VALUES),
    ),
    subtotal: sameOrEither(given.subtotal, given.taxless_total_price_value, () =>
      complain(["subtotal"], CONFLICTING_VALUES),
    ),
    lines: given.lines,
  };
  const amounts = totalsOf(totals, complain);
  const { creator, ordered_by, requested_by, po_number, afe_number, order_date } = given;
  return {
    identifier: given.identifier,
    site: given.site ?? given.ecommerce_username ?? "",
    siteField: given.site == null ? ("ecommerce_username" as const) : ("site" as const),
    /** Sent together with the site: both must identify the same site. */
    shopUser: given.site == null ? null : given.ecommerce_username,
    version: given.version ?? null,
    progress: onlyGiven(given),
    content: {
      creator,
      ordered_by,
      requested_by,
      po_number,
      afe_number,
      order_date,
      custom_checkout_data: given.custom_checkout_data,
      custom_confirm_data: given.custom_confirm_data,
      total: amounts.total,
      subtotal: amounts.subtotal,
      lines: amounts.lines.map((line, index) => ({
        ...line,
        text: line.text ?? line.product ?? "",
        // Lines are sorted by descending ordering: lines without a number keep the order in which they were sent.
        ordering: line.ordering ?? given.lines.length - index,
      })),
    },
  };
};

/** An order as the provider's systems send it, parsed into one canonical draft. Unknown keys are ignored. */
export const OrderInput = fields.transform(toDraft);
export type OrderDraft = z.output<typeof OrderInput>;
export type OrderProgress = OrderDraft["progress"];
export type DraftPerson = NonNullable<OrderDraft["content"]["creator"]>;

/** One line of a batch: an order with its identifier. */
export const BatchLine = z
  .object({ identifier: Identifier, ...orderFields })
  .check(siteIsGiven)
  .transform((given, context) => ({ ...toDraft(given, context), identifier: given.identifier }));

const PROGRESS = Object.keys(progressFields).join(", ");

/** A misspelled or empty patch would change nothing and still succeed: it is refused. */
export const ProgressInput = z
  .strictObject(progressFields)
  .refine((given) => Object.keys(given).length > 0, `Send at least one of ${PROGRESS}.`)
  .transform(onlyGiven);
