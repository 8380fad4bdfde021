import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { dialogForm } from "../../testing/dialog-form.ts";
import { choose, clearToasts, eventually, field, toasts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { refusal } from "../../testing/site-server.ts";
import { CreateRule } from "./create-rule.tsx";

const admin = person({ is_company_admin: true, company: companyWith(true, true, null) });
const TAKEN = "There's already a Role with this Rule";

beforeEach(clearToasts);

const switchOf = (name: string) =>
  [...document.querySelectorAll<HTMLInputElement>("input[role=switch]")].find(({ labels }) =>
    labels?.[0]?.textContent?.startsWith(name),
  );

const open = async () => {
  const limits: unknown[] = [];
  renderPage(
    () => <CreateRule opened onClose={() => {}} />,
    admin,
    ({ method, url, body }) => {
      if (method === "POST") {
        limits.push((body as { limit: number }).limit);
        return refusal(400, { limit: [TAKEN] });
      }
      if (!url.pathname.endsWith("/roles/")) return { count: 0, results: [], data: [], version: "1" };
      const named = (id: number, name: string) => ({ id, name, has_approval_rule: false });
      return { count: 2, next: null, previous: null, results: [named(3, "Finance"), named(4, "Board")] };
    },
  );
  await eventually(() => field("User Role"));
  return limits;
};

test.each([
  ["Approve every order", 0],
  ["Blanket approver", -1],
])(
  "%s shows on its switch that the role has a rule, until another role is chosen (CONF-058)",
  async (name, limit) => {
    const limits = await open();
    await choose("User Role", "Finance");
    switchOf(name)?.click();
    dialogForm.submit();
    await eventually(() => expect(dialogForm.errors()).toEqual([TAKEN]));
    expect(limits).toEqual([limit]);
    expect(switchOf(name)?.labels?.[0]?.textContent).toContain(TAKEN);
    expect(toasts()).toEqual(["There has been an error creating the order approval rule"]);
    await choose("User Role", "Board");
    await eventually(() => expect(dialogForm.errors()).toEqual([]));
  },
);
