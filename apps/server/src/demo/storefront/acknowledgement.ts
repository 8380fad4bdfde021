import type { StoredOrder } from "@mcc/contract/integration/integration.schema.ts";
import { acme } from "../companies/acme.ts";
import { borealis } from "../companies/borealis.ts";
import { cobalt } from "../companies/cobalt.ts";
import { billTo, documentPage } from "../documents/document-page.ts";
import { writePdf } from "../documents/pdf.ts";
import { toCents } from "../money.ts";
import type { Portal } from "./portal.ts";

const STATEMENT = "We have accepted your order and deliver the goods listed above.";

/** The storefront knows the addresses of its customers. */
const billToOf = (slug: string): string[] => {
  const customer = [acme, borealis, cobalt].find((plan) => plan.slug === slug);
  return customer ? billTo(customer) : [slug];
};

const pdfOf = (order: StoredOrder, slug: string): Buffer =>
  writePdf(
    documentPage(
      {
        billTo: billToOf(slug),
        shipTo: [order.site.name],
        identifier: order.identifier,
        date: new Date(order.order_date),
        poNumber: order.po_number,
        afeNumber: order.afe_number,
        orderedBy: order.ordered_by ?? "N.A.",
        requestedBy: order.requested_by ?? "N.A.",
        lines: order.lines.map((line) => ({
          sku: line.sku,
          text: line.text,
          manufacturer: line.manufacturer,
          manufacturerSku: line.manufacturer_sku,
          isCatalogPlus: line.is_catalog_plus,
          quantity: Number(line.quantity),
          unitPrice: toCents(line.base_unit_price_value),
          discount: toCents(line.discount_amount_value),
          tax: toCents(line.tax_amount),
        })),
        subtotal: toCents(order.taxless_total_price_value),
        total: toCents(order.taxful_total_price_value),
      },
      { title: "Order Acknowledgement", number: order.identifier, statement: STATEMENT, hasPrices: true },
    ),
  );

/** Delivers the acknowledgement of an order that was accepted, as it is now. Sending it twice changes nothing. */
export const acknowledge = async (portal: Portal, slug: string, identifier: string): Promise<void> => {
  const order = await portal.findOrder(slug, identifier);
  if (!order) return;
  await portal.sendDocument(slug, {
    externalId: `ACK-${identifier}`,
    name: `Order Acknowledgement ${identifier}.pdf`,
    order: identifier,
    pdf: pdfOf(order, slug),
  });
};
