import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { FastColumnsOf } from "../../platform/lists/fast/columns.ts";
import { type ListedIds, listingOf } from "../../platform/lists/listed-ids.ts";
import { type OrderFilterValues, orderColumnSql } from "./orders.columns.ts";

test("a filter of orders is read by its declared name only, or it does not compile", () => {
  const query: OrderFilterValues = orderList.page.query.parse({ orderDate_after: "2026-01-01" });
  expect(query.orderDate_after).toBe("2026-01-01");
  // @ts-expect-error the end of the range is called orderDate_after
  expect(query.orderDate_aftr).toBeUndefined();
});

test("every declared column of orders has its SQL, by its kind, or it does not compile", () => {
  type Expected = FastColumnsOf<typeof orderList.columns>;
  const all: Expected = orderColumnSql;
  const { status, po_number: _, ...others } = orderColumnSql;
  // @ts-expect-error the PO was forgotten
  const some: Expected = { status, ...others };
  // @ts-expect-error a choice is not filtered like a text
  const mixed: Expected = { ...orderColumnSql, po_number: status };
  expect([all, some, mixed].map((columns) => Object.keys(columns).length)).toEqual([15, 14, 15]);
});

test("what is listed is told by a statement that lists, or it does not compile", () => {
  const { listed } = listingOf(Promise.resolve());
  // @ts-expect-error nothing has been listed
  const invented: ListedIds = { ids: sql`array[1]` };
  expect([listed, invented]).toHaveLength(2);
});
