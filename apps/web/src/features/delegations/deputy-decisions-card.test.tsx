import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { expect, test } from "vitest";
import { click, eventually, texts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { DeputyDecisionsCard } from "./deputy-decisions-card.tsx";

const company = companyWith(true, true, null);

const decision = (n: number) => ({
  ...{ identifier: `A-${n}`, site: "Odessa Yard", total: "1204.50" },
  ...{ decided_at: "2026-05-04T15:30:00.000Z", decision: n % 2 === 0 ? "rejected" : "approved" },
});

const page = (count: number, offset: number) => ({
  ...{ count, next: null, previous: null, current_url: "" },
  results: Array.from({ length: Math.min(10, count - offset) }, (_, at) => decision(offset + at + 1)),
});

test("a former deputy reads number, site, total, moment and decision, page by page, without links (DELE-003 partly)", async () => {
  renderPage(DeputyDecisionsCard, person({ company }), ({ url }) =>
    page(12, Number(url.searchParams.get("offset"))),
  );
  await eventually(() => expect(texts("tbody tr")).toHaveLength(10));
  const [first = "", second = ""] = texts("tbody tr");
  expect(first).toMatch(/^A-1Odessa Yard\$1,204\.50May 04 2026 .*Approved$/);
  expect(second).toMatch(/Rejected$/);
  expect(document.querySelector("tbody a")).toBeNull();
  await click("Next");
  await eventually(() => expect(texts("tbody tr td:first-child")).toEqual(["A-11", "A-12"]));
});

test("a deputy who has decided nothing yet reads so, and others do not see the list", async () => {
  const empty = () => page(0, 0);
  renderPage(DeputyDecisionsCard, person({ company, is_deputy: true }), empty);
  await eventually(() =>
    expect(document.body.textContent).toContain("You have not decided about any order as a deputy yet."),
  );
  let asked = 0;
  renderPage(DeputyDecisionsCard, person({ company }), () => {
    asked++;
    return empty();
  });
  await eventually(() => expect(asked).toBe(1));
  expect(document.body.textContent).not.toContain("Decided as Deputy");
});
