import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { dialogForm } from "../../testing/dialog-form.ts";
import { clearToasts, click, eventually, field, texts, toasts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { DelegationsCard } from "./delegations-card.tsx";

const approver = person({ id: 7, is_approver: true, company: companyWith(true, true, null) });

beforeEach(clearToasts);

test("an approver is not offered as their own deputy, and names another one", async () => {
  const sent: unknown[] = [];
  renderPage(DelegationsCard, approver, ({ method, url, body }) => {
    if (method === "POST") {
      sent.push(body);
      return {};
    }
    if (url.pathname.endsWith("/deputies/")) {
      return {
        results: [
          { id: 7, name: "Ann Approver", username: "ann" },
          { id: 8, name: "Dee Deputy", username: "dee" },
        ],
      };
    }
    return { count: 0, next: null, previous: null, results: [] };
  });
  await eventually(() => expect(texts("button")).toContain("Name a Deputy"));
  await click("Name a Deputy");
  await eventually(() => expect(dialogForm.title()).toBe("Name a Deputy"));
  field("Deputy").click();
  await eventually(() => expect(texts("[role=option]")).toEqual(["Dee Deputy (dee)"]));
  document.querySelector<HTMLElement>("[role=option]")?.click();
  await eventually(() => expect(field("Deputy").value).toBe("Dee Deputy (dee)"));
  dialogForm.submit();
  await eventually(() => expect(toasts()).toEqual(["Deputy named successfully"]));
  expect(sent).toEqual([
    expect.objectContaining({ principal: 7, deputy: 8, cap: null, sites: [], note: "" }),
  ]);
});
