import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import { all, click, control, eventually, setWidth, texts } from "../../testing/page-events.ts";
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
  if (path === "/audit/suggestions/") return { results: ["role.updated", "approval_rule.deleted"] };
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

test("actions and kinds of records are read as words, in the rows, the filter and its chip", async () => {
  renderPage(AuditPage, user, server, {
    route: "/configuration/audit",
    at: "/configuration/audit?action=role.updated",
  });
  await eventually(() =>
    expect(texts("[data-row] td").slice(3, 6)).toEqual(["Role updated", "Role", "Buyer"]),
  );
  expect(texts("ul[aria-label='Active filters'] bdi")).toEqual(["Role updated"]);
  await click("Filter Action (on)");
  await eventually(() => expect(texts("fieldset label")).toEqual(["Role updated", "Approval rule deleted"]));
});
