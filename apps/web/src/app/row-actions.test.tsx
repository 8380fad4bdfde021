import { expect, test } from "vitest";
import { type Answers, openPage } from "../testing/open-page.tsx";
import { onePage, orderRow } from "../testing/order-rows.ts";
import { all, eventually, find, hover, texts } from "../testing/page-events.ts";
import { ACME, platformAdmin } from "../testing/platform-server.ts";
import { siteRow } from "../testing/site-server.ts";
import type { PagePath } from "./navigation.ts";

const order = orderRow(1, {
  ...{ status: "Shipped", tracking_numbers: ["1Z999"], tracking_numbers_count: 1 },
  ...{ approval_status: "Pending", approvable_by_current_user: true },
});
const orders = onePage([order]);
const documents = onePage([
  {
    ...{ id: 1, document_name: "invoice.pdf", document_type: "Invoice", content_type: "application/pdf" },
    ...{ order: "AC-1", date: "2026-11-13", download_url: "/files/1" },
  },
]);

const LISTS: readonly (readonly [PagePath, Answers, readonly string[]])[] = [
  ["/orders", { "/orders/": orders }, ["View", "See documents", "Track order"]],
  [
    "/pending-approvals",
    { "/orders/pending/": orders, "/orders/pending/requires-approval/count/": { count: 1 } },
    ["View", "Approve", "Reject"],
  ],
  ["/documents", { "/documents/": documents }, ["View", "Download"]],
  ["/sites", { "/v2/sites/": onePage([siteRow(1)]) }, ["Edit", "More actions", "Login to Ecommerce As"]],
  ["/companies", { "/mcc-admin/companies/": onePage([ACME]) }, ["Edit", "Upload Nodes", "Upload Sites"]],
];

test.each(LISTS)(
  "each row action of %s has an icon and its tooltip (TABLE-017)",
  async (path, answers, labels) => {
    openPage(path, answers, path === "/companies" ? { user: platformAdmin } : {});
    await eventually(() => expect(find("[data-row]")).not.toBeNull());
    const actions = all("[data-row] > :last-child :is(button, a)");
    const shown: string[] = [];
    for (const action of actions) {
      expect(action.querySelector("svg"), action.outerHTML).not.toBeNull();
      await hover(action);
      const name = action.getAttribute("aria-label") ?? "";
      await eventually(() => expect(name.startsWith(texts("[role=tooltip]")[0] ?? "?")).toBe(true));
      shown.push(...(texts("[role=tooltip]") as string[]));
    }
    expect(shown.toSorted()).toEqual(labels.toSorted());
  },
);
