import { BatchLine } from "@mcc/contract/integration/order-input.ts";
import { codeOf, ORDER_STATUSES } from "@mcc/contract/orders/orders.schema.ts";
import { expect, test } from "vitest";
import { fingerprintOf } from "./fingerprint.ts";
import { type NamedDraft, type Plan, planFor } from "./ingest-plan.ts";
import type { StoredOrder } from "./orders.queries.ts";
import type { SiteRecord } from "./references.queries.ts";

const site = { id: 7, shop_user: "shop", is_deleted: false } as SiteRecord;
const draftOf = (identifier: string): NamedDraft =>
  BatchLine.parse({
    identifier,
    ecommerce_username: "shop",
    order_date: "2026-03-31",
    total: "11.00",
    lines: [{ text: "Bolt", quantity: 1, line_total_price: "11.00" }],
  });

const storedAs = (draft: NamedDraft, more: Partial<StoredOrder>): StoredOrder =>
  ({
    identifier: draft.identifier,
    site_id: site.id,
    status: codeOf(ORDER_STATUSES, "Accepted"),
    version: null,
    content_hash: Buffer.alloc(64),
    ...more,
  }) as StoredOrder;

const [added, changed, repeated, refused] = ["new", "changed", "repeated", "refused"].map(draftOf) as [
  NamedDraft,
  NamedDraft,
  NamedDraft,
  NamedDraft,
];
const stored = new Map([
  [changed, storedAs(changed, {})],
  [repeated, storedAs(repeated, { content_hash: fingerprintOf(repeated, site.id) })],
  [refused, storedAs(refused, { status: codeOf(ORDER_STATUSES, "Rejected") })],
]);

const named = ({ add, update, same, refused }: Plan) =>
  Object.fromEntries(
    Object.entries({ add, update, same, refused }).map(([what, some]) => [
      what,
      some.map(({ draft }) => draft.identifier),
    ]),
  );
const plan = (...drafts: NamedDraft[]) =>
  named(planFor(drafts, (draft) => ({ sites: [site], stored: stored.get(draft) })));

test("a transaction changes orders, and does not touch unchanged or refused ones", () => {
  expect(plan(changed, repeated, refused)).toEqual({
    add: [],
    update: ["changed"],
    same: ["repeated"],
    refused: ["refused"],
  });
});

test("changes are left for another transaction when orders are added", () => {
  expect(plan(changed, added, repeated, refused)).toEqual({
    add: ["new"],
    update: [],
    same: ["repeated"],
    refused: ["refused"],
  });
});
