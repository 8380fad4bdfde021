import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { all, control, eventually, find, setWidth, texts } from "../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../testing/render-page.tsx";
import { AccessPage } from "./access-page.tsx";

const user = person({ is_company_admin: true, company: companyWith(true, true, null) });
const none = { count: 0, results: [] };
const server: TestServer = ({ url }) => {
  const path = url.pathname.replace("/api", "");
  if (path === "/search/")
    return {
      results: [
        { kind: "order", id: 9, title: "AC-9", subtitle: "Rig 93", url: "/orders/AC-9" },
        { kind: "document", id: 4, title: "AC-9.pdf", subtitle: "Invoice", url: "/documents" },
      ],
    };
  if (path === "/access/orders/AC-9/")
    return {
      ...{ identifier: "AC-9", status: "Pending Approval", total: "10.00", site: { id: 1, name: "Rig 93" } },
      ...{ allow_self_approval: false, barred: [{ id: 3, name: "Ann Lee", username: "ann" }] },
      steps: [{ position: 1, name: "Finance", limit: 0, state: "open" }],
      approvers: [{ id: 2, name: "Dana Whitfield", username: "dana", by: "role", principal: null }],
    };
  if (path === "/access/coverage/")
    return {
      approvals_enabled: true,
      sites: {
        count: 1,
        results: [{ id: 1, name: "Rig 93", rules: [{ id: 7, name: "Finance", limit: 500 }] }],
      },
      rules: none,
      users: none,
    };
  return undefined;
};

beforeEach(() => setWidth(1600));

const Page = () => <AccessPage userAnswer={() => null} />;

test("an order is found and its approvers are named with the reason, beside what the rules leave out", async () => {
  renderPage(Page, user, server, { route: "/configuration/access", at: "/configuration/access" });
  await eventually(() => expect(control("Finance (from $500.00)")).toBeDefined());
  expect(texts("section").join()).toContain("Every rule applies somewhere.");
  const box = find<HTMLInputElement>("[role=searchbox]");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, "AC-9");
  box?.dispatchEvent(new Event("input", { bubbles: true }));
  await eventually(() => expect(all("li > button")).toHaveLength(1));
  all("li > button")[0]?.click();
  await eventually(() =>
    expect(texts("tbody td")).toEqual(["Dana Whitfield", "The current step names the role of this user"]),
  );
  expect(texts("section").join()).toContain("Not Ann Lee: they placed the order.");
});

test("a question in the address is answered without a search", async () => {
  renderPage(Page, user, server, { route: "/configuration/access", at: "/configuration/access?order=AC-9" });
  await eventually(() =>
    expect(texts("tbody td")).toEqual(["Dana Whitfield", "The current step names the role of this user"]),
  );
});
