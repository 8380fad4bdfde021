import * as contract from "@mcc/contract/reports/reports.api.ts";
import { createView, updateView } from "@mcc/contract/views/views.api.ts";
import { beforeAll, expect, test } from "vitest";
import { runAsUser } from "../../../platform/access/run-as-session.ts";
import { reportLists } from "../../../report-lists.ts";
import { eventually } from "../../../testing/eventually.ts";
import { openMailServer } from "../../../testing/mail-server.ts";
import { openReportCompany, type Person, VIEW } from "../../../testing/report-company.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";
import { nameSearch } from "./report-filters.ts";

let testServer: TestServer;
let mail: Awaited<ReturnType<typeof openMailServer>>;
beforeAll(async () => {
  mail = await openMailServer();
  testServer = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` });
});

const mailTo = ({ email }: Person, subject: RegExp) =>
  eventually(() => {
    const found = mail.received.filter(({ to, shown }) => to === email && subject.test(shown));
    expect(found).toHaveLength(1);
    return found[0]?.shown ?? "";
  });

test("names in the filters of a view reach only readers who may see what they name, in the e-mail, its link and the list of reports (REPT-002 partly)", async () => {
  const company = await openReportCompany(testServer);
  const { made, admin, near, accept, find, slug } = company;
  await testServer.sql("update sites set name = $2 where id = $1", [company.site.id, `Harbor ${slug}`]);
  const hidden = await company.addSite({ name: `Mountain ${slug}` });
  const here = await company.order("10.00");
  const there = await company.order("200.00", { site: hidden, identifier: `Valley-${slug}` });
  const sites = [`"Harbor ${slug}"`, `"Mountain ${slug}"`];
  const readers = [admin.id, near.id];
  const reportOf = async (name: string, filters: object) => {
    const { id } = await made(admin, { name, readers, view: { ...VIEW, filters } });
    // Nothing is looked up, nor told, before they have accepted.
    const { view, page } = (await find(near, id)).body;
    expect([view.filters, page]).toEqual([{}, expect.stringMatching(/^\/orders\?columns=[^&]+&view=own$/)]);
    const { body: told } = await accept(near, id);
    await company.makeDue(id);
    return { id, told };
  };
  const several = await reportOf("Several", {
    site: sites,
    status: ["Accepted", "Pending Approval"],
    total_min: "1",
  });
  const hiddenOnly = await reportOf("Hidden", { search: `Mountain ${slug}` });
  const order = await reportOf("Order", { identifier: there.identifier });
  const nothing = await reportOf("Nothing", { site: [`Harbor ${slug}`], total_min: "5000" });
  await company.sweep();

  const all = await mailTo(admin, /Subject: Several: 2 orders/);
  expect(all).toContain(`Mountain ${slug}`);
  const part = await mailTo(near, /Subject: Several: 1 order/);
  expect(part).toContain(here.identifier);
  expect(part).toContain(
    `Site: "Harbor ${slug}"; Status: Accepted, Pending Approval; Total from: 1; Some are left out here`,
  );
  expect(part).not.toContain("Mountain");
  for (const [name, secret] of [
    ["Hidden", "Mountain"],
    ["Order", there.identifier],
  ] as const) {
    expect(await mailTo(admin, new RegExp(`Subject: ${name}: 1 order`))).toContain(secret);
    const text = await mailTo(near, new RegExp(`Subject: ${name}: 0 orders`));
    expect(text).toContain(
      "Some are left out here and in the link, as they may name records you may not see",
    );
    expect(text).not.toContain(secret);
  }
  // Without a row, the site that the reader sees is still named.
  expect(await mailTo(near, /Subject: Nothing: 0 orders/)).toContain(
    `Site: Harbor ${slug}; Total from: 5000\n`,
  );

  const { body: listed } = await testServer.call(contract.reports, { token: near.token });
  const ids = [several, hiddenOnly, order].map(({ id }) => id);
  const told = [
    several.told,
    hiddenOnly.told,
    order.told,
    ...listed.results.filter(({ id }) => ids.includes(id)),
    ...(await Promise.all(ids.map(async (id) => (await find(near, id)).body))),
  ];
  expect(told).toHaveLength(9);
  for (const { view, page } of told) {
    expect(JSON.stringify([view, page])).not.toMatch(new RegExp(`Mountain|${there.identifier}`));
  }
  expect(told.filter(({ view }) => JSON.stringify(view).includes("Harbor"))).toHaveLength(3);
  expect((await find(near, nothing.id)).body.page).toContain("Harbor");
  expect((await find(admin, several.id)).body.view.filters).toEqual({
    ...{ site: sites, status: ["Accepted", "Pending Approval"], total_min: "1" },
  });
});

test("the name of a saved view reaches only readers who see the view (REPT-002 partly)", async () => {
  const { made, admin, near, find } = await openReportCompany(testServer);
  const params = { list: "orders" } as const;
  const { body: view } = await testServer.call(createView, {
    token: admin.token,
    params,
    body: { name: "To be sold", columns: ["total"], filters: {} },
  });
  const { id } = await made(admin, { view: { ...VIEW, saved_view: view.id }, readers: [near.id] });
  const { body: told } = await find(near, id);
  expect(told.view).toMatchObject({ saved_view: null, columns: ["total"] });
  expect(told.page).toMatch(/&view=own$/);
  expect((await find(admin, id)).body.view.saved_view).toEqual({ id: view.id, name: "To be sold" });
  await testServer.call(updateView, {
    token: admin.token,
    params: { ...params, id: view.id },
    body: { shared: true },
  });
  expect((await find(near, id)).body.view.saved_view).toEqual({ id: view.id, name: "To be sold" });
});

test("a request looks up only so many names, each of them once (REPT-002 partly)", async () => {
  const company = await openReportCompany(testServer);
  const { near, companyId } = company;
  const [first, second] = [await company.order("10.00"), await company.order("10.00")];
  const seen = await runAsUser(
    testServer.services.database,
    { companyId, userId: near.id },
    async (scope) => {
      const finds = nameSearch(scope, reportLists, 1);
      const found: boolean[] = [];
      for (const { identifier } of [first, first, second])
        found.push(await finds("orders", { key: "identifier", name: identifier }));
      return found;
    },
  );
  expect(seen).toEqual([true, true, false]);
});
