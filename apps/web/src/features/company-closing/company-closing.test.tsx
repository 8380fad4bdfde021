import { expect, test } from "vitest";
import { CompanyPage } from "../../app/pages/company-page.tsx";
import { click, control, eventually, fill, find, toasts } from "../../testing/page-events.ts";
import { type Answers, company, openPlatformPage } from "../../testing/platform-server.ts";
import { ClosedCompaniesPage } from "./closed-companies-page.tsx";

const closing = (more: object = {}) => ({
  ...{ id: 1, company_id: 7, name: "Acme Drilling", closed_at: "2026-03-01T09:00:00.000Z" },
  ...{ closed_by: "Olive Platform", delete_after: "2026-03-31T09:00:00.000Z", is_deleting: false },
  ...{ waits_for_collector: false },
  ...{ deleted_at: null, records: 0, files: 0, certificate: null, ...more },
});
const CLOSED = company(7, "Acme Drilling", {
  closed_at: "2026-03-01T09:00:00.000Z",
  delete_after: "2026-03-31T09:00:00.000Z",
});
const open = (answers: Answers) =>
  openPlatformPage(CompanyPage, answers, { route: "/companies/$id", at: "/companies/7" });
const page = () => document.body.textContent ?? "";

test("a company is closed after its name was typed (LIFE-004 partly)", async () => {
  const { sent } = open({ "POST /mcc-admin/companies/7/close/": () => closing() });
  await eventually(() => expect(control("Close company…")).toBeDefined());
  await click("Close company…");
  await eventually(() => expect(find("[role=dialog] form")).not.toBeNull());
  expect(page()).toContain("Its users are signed out at once.");
  await fill("Type Acme Drilling to confirm", "Acme");
  await click("Close company");
  await eventually(() => expect(page()).toContain("Type the name of the company exactly as it is shown."));
  await fill("Days until everything is deleted", "14");
  await fill("Type Acme Drilling to confirm", "Acme Drilling");
  await click("Close company");
  await eventually(() => expect(toasts()).toContain("Company closed"));
  expect(sent).toEqual([["POST /mcc-admin/companies/7/close/", { name: "Acme Drilling", days: 14 }]]);
});

test("a closed company says when it is deleted, and is opened again (LIFE-004 partly)", async () => {
  const { sent } = open({
    "GET /mcc-admin/companies/7/": () => CLOSED,
    "GET /mcc-admin/company-closings/": () => ({ results: [closing()] }),
    "POST /mcc-admin/companies/7/reopen/": () => ({ detail: "" }),
  });
  await eventually(() => expect(control("Open again")).toBeDefined());
  expect(page()).toMatch(/Everything is deleted on .*2026.*until then it can be opened again/);
  expect(page()).toContain("Olive Platform");
  await click("Open again");
  await eventually(() => expect(control("Open company")).toBeDefined());
  await click("Open company");
  await eventually(() =>
    expect(sent.map(([request]) => request)).toEqual(["POST /mcc-admin/companies/7/reopen/"]),
  );
});

test("once its deletion has begun it cannot be opened again (LIFE-004 partly)", async () => {
  open({
    "GET /mcc-admin/companies/7/": () => CLOSED,
    "GET /mcc-admin/company-closings/": () => ({
      results: [closing({ is_deleting: true, records: 12_000 })],
    }),
  });
  await eventually(() => expect(page()).toContain("Its data is being deleted: 12,000 records so far."));
  expect(page()).not.toContain("Open again");
});

test("a company whose audit is still to be sent says what its deletion waits for (LIFE-004 partly)", async () => {
  const results = [closing({ waits_for_collector: true })];
  open({
    "GET /mcc-admin/companies/7/": () => CLOSED,
    "GET /mcc-admin/company-closings/": () => ({ results }),
  });
  await eventually(() =>
    expect(page()).toContain("Its data is deleted once the collector has its audit and sign-ins"),
  );
  expect(control("Open again")).toBeDefined();
  openPlatformPage(
    ClosedCompaniesPage,
    { "GET /mcc-admin/company-closings/": () => ({ results }) },
    { route: "/companies/closed", at: "/companies/closed" },
  );
  await eventually(() => expect(page()).toMatch(/Acme Drilling.*Pending at the collector/));
});

test("closed and deleted companies are listed, with the certificates of deletion (LIFE-004 partly)", async () => {
  const deleted = { id: 2, company_id: 9, name: "Cobalt Rail", deleted_at: "2026-02-01T09:00:00.000Z" };
  const results = [closing(), closing({ ...deleted, records: 1_234, files: 5, certificate: '{"a":1}' })];
  openPlatformPage(
    ClosedCompaniesPage,
    { "GET /mcc-admin/company-closings/": () => ({ results }) },
    { route: "/companies/closed", at: "/companies/closed" },
  );
  await eventually(() =>
    expect(page()).toMatch(/Acme Drilling.*Closed.*Cobalt Rail.*Deleted.*1,2345Download certificate/),
  );
  expect(find("a[download='deletion-9.json']")?.getAttribute("href")).toContain(
    encodeURIComponent('{"a":1}'),
  );
});
