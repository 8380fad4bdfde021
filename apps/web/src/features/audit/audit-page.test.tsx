import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import { all, control, eventually, setWidth, texts } from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";
import { AuditPage } from "./audit-page.tsx";

const user = person({ is_company_admin: true, company: companyWith(true, true, null) });
const entry = {
  ...{ id: 5, at: "2026-11-13T12:00:00.000Z", actor: "Dana Whitfield", on_behalf_of: "shop-7" },
  ...{
    action: "role.updated",
    record_type: "role",
    record_id: "3",
    record_name: "Buyer",
    address: "10.0.0.7",
  },
  before: { name: "Agent", can_impersonate: false },
  after: { name: "Buyer", can_impersonate: false },
  hash: "ab".repeat(32),
};
const server: TestServer = ({ url }) => {
  const path = url.pathname.replace("/api", "");
  if (path.startsWith("/accounts/preferences/")) return { value: null };
  if (path.startsWith("/lists/")) return { results: [] };
  return path === "/audit/" ? onePage([entry]) : undefined;
};

beforeEach(() => setWidth(1600));

test("a row opens what was before and after, without the fields that stayed", async () => {
  renderPage(AuditPage, user, server, { route: "/configuration/audit", at: "/configuration/audit" });
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  expect(control("Export")).toBeDefined();
  all("[data-row] td")[0]?.click();
  await eventually(() => expect(texts("[role=dialog] tbody td")).toEqual(["Name", "Agent", "Buyer"]));
  const words = texts("[role=dialog]").join();
  for (const word of ["Role updated", "Dana Whitfield", "shop-7", "10.0.0.7", "1 field has not changed"])
    expect(words).toContain(word);
});
