import { beforeEach, expect, test, vi } from "vitest";
import { CompanyPage } from "../../app/pages/company-page.tsx";
import { loadConfig } from "../../platform/theme/runtime-config.ts";
import { pageForm } from "../../testing/dialog-form.ts";
import {
  click,
  control,
  eventually,
  field,
  fill,
  find,
  hover,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import {
  ACME,
  type Answers,
  company,
  configuration,
  openPlatformPage,
} from "../../testing/platform-server.ts";
import { refusal } from "../../testing/site-server.ts";
import { CompaniesPage } from "./companies-page.tsx";
import { CompanyEditor } from "./company-editor.tsx";
import { CreateCompanyPage } from "./create-company-page.tsx";

/** Loads the configuration, as the page does at its start. */
const loadEnvironment = async (environment: "production" | "test") => {
  const provider = { email: "", phone: "", terms_url: "", privacy_url: "" };
  const config = { theme: { base_url: "", key: "" }, provider, demo: false, environment };
  vi.stubGlobal("fetch", async () => Response.json(config));
  await loadConfig();
};
beforeEach(() => loadEnvironment("production"));

const openList = async (answers?: Answers, at = "/companies") => {
  const { asked } = openPlatformPage(CompaniesPage, answers, { route: "/companies", at });
  await eventually(() => expect(texts("h1")).toEqual(["MCC Admin"]));
  return asked;
};
const openCreate = async (answers?: Answers) => {
  const path = "/companies/create";
  const opened = openPlatformPage(CreateCompanyPage, answers, { route: path, at: path });
  await eventually(() => field("Name"));
  return opened;
};
const openUpdate = (answers?: Answers) =>
  openPlatformPage(CompanyPage, answers, { route: "/companies/$id", at: "/companies/7" });
const { submit, errors } = pageForm;
const breadcrumbs = () => texts("nav[aria-label=Breadcrumbs] span > *").map((text) => text?.trim());

test("MCC Admin lists the companies by name, with a search box and a button that creates one (PLAT-001)", async () => {
  await openList();
  expect(document.title).toMatch(/^MCC Admin/);
  await eventually(() =>
    expect(texts("tbody tr > :first-child")).toEqual(["Acme Drilling", "Borealis Mining"]),
  );
  expect(texts("thead th").map((label) => label?.trim())).toEqual(["Name", "Actions"]);
  expect(find("[role=searchbox], input[aria-label*=earch]")).not.toBeNull();
  expect(control("Create Company")?.getAttribute("href")).toBe("/companies/create");
});

test("the row actions Edit, Upload Nodes and Upload Sites have an icon and a tooltip (PLAT-002)", async () => {
  await openList();
  await eventually(() => control("Edit Acme Drilling") ?? expect.fail());
  const actions = [
    ["Edit", "/companies/7"],
    ["Upload Nodes", "/companies/7/nodes/upload"],
    ["Upload Sites", "/companies/7/sites/upload"],
  ] as const;
  for (const [label, href] of actions) {
    const action = control(`${label} Acme Drilling`) as HTMLElement;
    expect(action.getAttribute("href")).toBe(href);
    expect(action.querySelector("svg")).not.toBeNull();
    await hover(action);
    await eventually(() => expect(find("[role=tooltip]")?.textContent).toBe(label));
  }
});

test("a failed fetch and a failed search are told in a toast (PLAT-005, PLAT-006)", async () => {
  await openList({ "GET /mcc-admin/companies/": () => refusal(400, { detail: "No." }) });
  await eventually(() => expect(toasts()).toEqual(["There was an error fetching Companies"]));
  await openList(
    { "GET /mcc-admin/companies/": () => refusal(400, { detail: "No." }) },
    "/companies?search=acme",
  );
  await eventually(() => expect(toasts()).toEqual(["There was an error searching Companies"]));
});

test("a new company is made on a page of its own, with a way back (PLAT-007, PLAT-008)", async () => {
  await openCreate();
  expect(texts("h1")).toEqual(["Create Company"]);
  expect(breadcrumbs()).toEqual(["Companies", "Create Company"]);
  expect(control("Return to companies")?.getAttribute("href")).toBe("/companies");
  expect(pageForm.labels()).toEqual(["Name", "Domain", "Slug Name"]);
  expect(field("Name").required).toBe(true);
});

test("without a name nothing is sent, and the field says why (PLAT-009)", async () => {
  const { sent } = await openCreate();
  await click("Create Company");
  await eventually(() => expect(errors()).toEqual(["Name field is required"]));
  expect(sent).toEqual([]);
  await fill("Domain", "not a domain");
  await fill("Slug Name", "Not A Slug");
  expect(errors()).toEqual([
    "Name field is required",
    "Enter a domain such as goacme.com.",
    "Use lowercase letters, digits and hyphens, and begin with a letter or a digit.",
  ]);
});

test.each([
  ["production", ["https://www.gonew.com", "manager.gonew.com", "https://shop.gonew.com"]],
  ["test", ["https://www.test.gonew.com", "manager.test.gonew.com", "https://shop.test.gonew.com"]],
] as const)(
  "in %s the addresses are built out of the domain and sent in snake case; then the new company opens (PLAT-010, PLAT-012, PLAT-013, PLAT-014)",
  async (where, [website, mcc_host, ecommerce_url]) => {
    await loadEnvironment(where);
    const { sent, page } = await openCreate({
      "POST /mcc-admin/companies/": (body) => ({ ...company(9, "New"), ...(body as object) }),
    });
    await fill("Name", " New Company ");
    await fill("Domain", "GoNew.com");
    expect(texts("dd")).toEqual([website, mcc_host, ecommerce_url]);
    await fill("Slug Name", "new-company");
    submit();
    await eventually(() => expect(toasts()).toEqual(["Company created"]));
    expect(sent).toEqual([
      [
        "POST /mcc-admin/companies/",
        { name: "New Company", website, mcc_host, ecommerce_url, slug_name: "new-company" },
      ],
    ]);
    await eventually(() => expect(page.path()).toBe("/companies/9"));
  },
);

test("empty values are left out (PLAT-011)", async () => {
  const { sent } = await openCreate({ "POST /mcc-admin/companies/": () => company(9, "Only") });
  await fill("Name", "Only");
  submit();
  await eventually(() => expect(toasts()).toEqual(["Company created"]));
  expect(sent).toEqual([["POST /mcc-admin/companies/", { name: "Only" }]]);
});

// Without its page, which would open another one: a form that is drawn anew is empty in any case.
test("the form itself is cleared after success (PLAT-015)", async () => {
  openPlatformPage(() => <CompanyEditor />, {
    "POST /mcc-admin/companies/": () => company(9, "New"),
  });
  await eventually(() => field("Name"));
  await fill("Name", "New");
  await fill("Domain", "gonew.com");
  await fill("Slug Name", "new");
  submit();
  await eventually(() => expect(toasts()).toEqual(["Company created"]));
  await eventually(() =>
    expect(["Name", "Domain", "Slug Name"].map((label) => field(label).value)).toEqual(["", "", ""]),
  );
});

test("what the server refuses is told in a toast and, by its first message, on its field (PLAT-016, PLAT-017)", async () => {
  await openCreate({
    "POST /mcc-admin/companies/": () =>
      refusal(400, {
        name: ["Name taken.", "Second."],
        slug_name: ["Slug taken."],
        mcc_host: ["Host taken."],
      }),
  });
  await fill("Name", "Acme");
  submit();
  await eventually(() => expect(errors()).toEqual(["Name taken.", "Host taken.", "Slug taken."]));
  expect(toasts()).toEqual(["There was an error while creating your company, try again later"]);
});

test("a company is updated on its page, which has a button for its configuration (PLAT-019, PLAT-020 partly, PLAT-022 partly)", async () => {
  const { sent } = openUpdate({
    "PUT /mcc-admin/companies/7/": (body) => ({ ...ACME, ...(body as object) }),
  });
  await eventually(() => expect(field("Name").value).toBe("Acme Drilling"));
  expect(texts("h1")).toEqual(["Acme Drilling"]);
  expect(texts("h2")).toContain("Update Company");
  expect(texts("header p")).toEqual(["MCC Admin"]);
  expect([field("Domain").value, field("Slug Name").value]).toEqual(["goacme.com", "acme"]);
  await eventually(() =>
    expect(control("Create Company configuration")?.getAttribute("href")).toBe(
      "/companies/7/configuration/create",
    ),
  );
  await fill("Name", "Acme Oil");
  await click("Update");
  await eventually(() => expect(toasts()).toEqual(["Company was updated"]));
  const kept = { website: ACME.website, mcc_host: ACME.mcc_host, ecommerce_url: ACME.ecommerce_url };
  expect(sent[0]).toEqual(["PUT /mcc-admin/companies/7/", { name: "Acme Oil", ...kept, slug_name: "acme" }]);
  await fill("Domain", "");
  submit();
  await eventually(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.[1]).toEqual({ name: "Acme Oil", slug_name: "acme" });
});

test("a company with a configuration has a button that edits it (PLAT-020)", async () => {
  openUpdate({ "GET /mcc-admin/company-configurations/7/": () => configuration() });
  await eventually(() =>
    expect(control("Edit Company configuration")?.getAttribute("href")).toBe(
      "/companies/7/configuration/edit",
    ),
  );
  expect(control("Create Company configuration")).toBeUndefined();
});

test("an update that fails is told in a toast (PLAT-022)", async () => {
  openUpdate({ "PUT /mcc-admin/companies/7/": () => refusal(500, { detail: "No." }) });
  await eventually(() => expect(field("Name").value).toBe("Acme Drilling"));
  await fill("Name", "Acme Oil");
  submit();
  await eventually(() => expect(toasts()).toEqual(["There was an error updating the Company"]));
  expect(field("Name").value).toBe("Acme Oil");
});

test("a company, or a configuration, that cannot be fetched is told in a toast (PLAT-023, PLAT-045 partly)", async () => {
  openUpdate({ "GET /mcc-admin/companies/7/": () => refusal(400, { detail: "No." }) });
  await eventually(() => expect(toasts()).toEqual(["There was an error fetching the Company"]));
  openUpdate({ "GET /mcc-admin/company-configurations/7/": () => refusal(400, { detail: "No." }) });
  await eventually(() => expect(toasts()).toEqual(["There was an error fetching the Company Configuration"]));
});
