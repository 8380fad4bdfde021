import { ORDER_STATUSES, type OrderStatus, PAYMENT_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import type { Owner } from "./database-owner.ts";

let made = 0;

export interface SiteTraits {
  name: string;
  locationName: string;
  businessUnit: string;
  region: string;
  division: string;
  nodeId: number;
}

export interface Site {
  readonly id: number;
  readonly snapshot: number;
  readonly companyId: number;
  readonly name: string;
}

export const addSite = async (
  { sql }: Owner,
  companyId: number,
  traits: Partial<SiteTraits> = {},
): Promise<Site> => {
  const name = traits.name ?? `Site ${++made}`;
  const details = [
    traits.locationName ?? null,
    traits.businessUnit ?? null,
    traits.region ?? null,
    traits.division ?? null,
  ];
  const [site] = await sql<{ id: number }>(
    `insert into sites (company_id, name, ecommerce_username, location_name, business_unit, region, division, node_id)
     values ($1, $2, 'shop-' || $2, $3, $4, $5, $6, $7) returning id`,
    [companyId, name, ...details, traits.nodeId ?? null],
  );
  const [snapshot] = await sql<{ id: number }>(
    `insert into site_snapshots (company_id, site_id, name, location_name, business_unit, region, division)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [companyId, site?.id, name, ...details],
  );
  return { id: Number(site?.id), snapshot: Number(snapshot?.id), companyId, name };
};

export const assignSite = ({ sql }: Owner, site: Site, userId: number) =>
  sql("insert into site_users (company_id, site_id, user_id) values ($1, $2, $3)", [
    site.companyId,
    site.id,
    userId,
  ]);

const addName = async (
  { sql }: Owner,
  companyId: number,
  name: string | null | undefined,
): Promise<number | null> => {
  if (!name) return null;
  const [row] = await sql<{ id: number }>(
    `insert into person_snapshots (company_id, name) values ($1, $2)
     on conflict (company_id, user_id, name, username) do update set name = excluded.name returning id`,
    [companyId, name],
  );
  return Number(row?.id);
};

export interface OrderTraits {
  identifier: string;
  status: OrderStatus;
  payment: (typeof PAYMENT_STATUSES)[number] | null;
  date: string;
  total: string;
  subtotal: string;
  po: string | null;
  afe: string | null;
  orderedBy: string | null;
  requestedBy: string | null;
  tracking: string[];
  trackingUrl: string | null;
  lineCount: number;
  checkout: Record<string, string>;
  confirm: Record<string, string>;
}

export const addOrder = async (owner: Owner, site: Site, traits: Partial<OrderTraits> = {}) => {
  const identifier = traits.identifier ?? `O-${++made}`;
  const [order] = await owner.sql<{ id: number }>(
    `insert into orders (company_id, identifier, site_id, site_snapshot_id, status, payment_status, order_date, total,
       subtotal, po_number, afe_number, ordered_by_id, requested_by_id, tracking_numbers, tracking_url, line_count,
       custom_checkout_data, custom_confirm_data)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id`,
    [
      site.companyId,
      identifier,
      site.id,
      site.snapshot,
      ORDER_STATUSES.indexOf(traits.status ?? "Processing") + 1,
      traits.payment ? PAYMENT_STATUSES.indexOf(traits.payment) + 1 : null,
      traits.date ?? "2026-05-01T12:00:00Z",
      traits.total ?? "110.00",
      traits.subtotal ?? "100.00",
      traits.po ?? null,
      traits.afe ?? null,
      await addName(owner, site.companyId, traits.orderedBy),
      await addName(owner, site.companyId, traits.requestedBy),
      traits.tracking ?? [],
      traits.trackingUrl ?? null,
      traits.lineCount ?? 0,
      JSON.stringify(traits.checkout ?? {}),
      JSON.stringify(traits.confirm ?? {}),
    ],
  );
  return { id: Number(order?.id), identifier };
};

export interface LineTraits {
  sku: string | null;
  product: string | null;
  text: string;
  ordering: number;
  quantity: number;
  unit: string;
  taxless: string;
  total: string;
  display: boolean;
  catalogPlus: boolean;
}

export const addLine = (
  { sql }: Owner,
  companyId: number,
  orderId: number,
  traits: Partial<LineTraits> = {},
) => {
  const sku = traits.sku === undefined ? `SKU-${++made}` : traits.sku;
  return sql(
    `insert into order_lines (company_id, order_id, ordering, product, text, quantity, sku, base_unit_price,
       taxless_price, tax_amount, line_total, display, is_catalog_plus)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::numeric - $9::numeric, $10, $11, $12)`,
    [
      companyId,
      orderId,
      traits.ordering ?? ++made,
      traits.product === undefined ? sku : traits.product,
      traits.text ?? "Ball valve 2 in",
      traits.quantity ?? 1,
      sku,
      traits.unit ?? "50.00",
      traits.taxless ?? "50.00",
      traits.total ?? "55.00",
      traits.display ?? true,
      traits.catalogPlus ?? false,
    ],
  );
};
