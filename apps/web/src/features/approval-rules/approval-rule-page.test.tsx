import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { expect, test } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import { all, click, eventually, field, fill } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { ApprovalRulePage } from "./approval-rule-page.tsx";

const admin = person({ is_company_admin: true, company: companyWith(true, true, null) });
const RULE = {
  ...{ id: 4, role: { id: 3, name: "Finance" }, user: null, limit: 500 },
  ...{ sites: [], nodes: [], place_names: [], has_pending_approvals: false },
};

const open = async (rule = RULE) => {
  const sent: unknown[] = [];
  renderPage(
    ApprovalRulePage,
    admin,
    ({ method, url: { pathname }, body }) => {
      if (method === "PATCH") sent.push(body);
      return pathname.endsWith("/approvals/rules/4/") ? rule : onePage([]);
    },
    { route: "/configuration/approvals/$approvalRuleId", at: "/configuration/approvals/4" },
  );
  await eventually(() => field("Order Total Above"));
  return sent;
};

const amount = () => field("Order Total Above");
const turn = async (label: string) => {
  const found = all("label").find(({ textContent }) => textContent?.startsWith(label));
  document.getElementById(found?.getAttribute("for") ?? "")?.click();
  await new Promise((resolve) => setTimeout(resolve));
};

test("a switch empties the amount while it is on; turned off, the amount is as it was typed (CONF-047 partly)", async () => {
  const sent = await open();
  expect(amount().value).toBe("500");
  await fill("Order Total Above", "750");
  for (const label of ["Approve every order", "Blanket approver"]) {
    await turn(label);
    await eventually(() => expect([amount().value, amount().disabled]).toEqual(["", true]));
  }
  await turn("Blanket approver");
  await eventually(() => expect([amount().value, amount().disabled]).toEqual(["750", false]));
  await turn("Approve every order");
  await click("Save");
  await eventually(() => expect(sent).toEqual([{ limit: 0 }]));
});
