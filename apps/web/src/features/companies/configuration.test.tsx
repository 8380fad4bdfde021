import { findCompany } from "@mcc/contract/companies/companies.api.ts";
import { expect, test } from "vitest";
import { queryFor } from "../../platform/api/call.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { pageForm } from "../../testing/dialog-form.ts";
import {
  all,
  choose,
  click,
  control,
  eventually,
  field,
  fill,
  optionsOf,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import {
  ACME,
  type Answers,
  company,
  configuration,
  openPlatformPage,
  platformAdmin,
  platformServer,
} from "../../testing/platform-server.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { refusal } from "../../testing/site-server.ts";
import { CreateConfigurationPage, EditConfigurationPage } from "./configuration-page.tsx";

const placeOf = (page: "create" | "edit") => ({
  route: `/companies/$companyId/configuration/${page}`,
  at: `/companies/7/configuration/${page}`,
});
const openCreate = async (answers?: Answers) => {
  const opened = openPlatformPage(CreateConfigurationPage, answers, placeOf("create"));
  await eventually(() => field("Tenant Group"));
  return opened;
};
const openEdit = (answers: Answers = {}) =>
  openPlatformPage(
    EditConfigurationPage,
    { "GET /mcc-admin/company-configurations/7/": () => configuration(), ...answers },
    placeOf("edit"),
  );
const { submit, errors } = pageForm;
const fillAll = async (statuses: readonly [string, string, string]) => {
  await fill("Tenant Group", "north");
  await fill("Name Extension / Customer ERP Id", "ERP-1");
  await choose("Order Approval status", statuses[0]);
  await choose("Order Tracking status", statuses[1]);
  await choose("Hierarchy status", statuses[2]);
};

test("the form of a new configuration has the fields of the specification (PLAT-027, PLAT-031)", async () => {
  await openCreate();
  expect(texts("h1")).toEqual(["Create Company Configuration"]);
  expect(document.body.textContent).toContain("Create the default configuration for all company nodes.");
  expect(pageForm.labels()).toEqual([
    "Tenant Group",
    "Name Extension / Customer ERP Id",
    "Order Approval status",
    "Order Tracking status",
    "Hierarchy status",
    expect.stringMatching(/^Location names are required/),
    expect.stringMatching(/^Hide WEEKDAY alert rules/),
  ]);
});

test("the three statuses choose from one list (PLAT-032)", async () => {
  await openCreate();
  for (const label of ["Order Approval status", "Order Tracking status", "Hierarchy status"]) {
    field(label).click();
    await eventually(() =>
      expect(optionsOf(label).map(({ textContent }) => textContent)).toEqual([
        "Not available",
        "Disabled",
        "Enabled",
      ]),
    );
  }
});

test("what is missing is told on its field, and nothing is sent (PLAT-033, PLAT-034, PLAT-035, PLAT-036, PLAT-037)", async () => {
  const { sent } = await openCreate();
  await click("Create");
  await eventually(() =>
    expect(errors()).toEqual([
      "Tenant Group is required",
      "Name Extension / Customer ERP Id is required",
      "Order Approvals configuration is required",
      "Order Tracking is required",
      "Hierarchy configuration is required",
    ]),
  );
  expect(sent).toEqual([]);
});

test("Not available counts as filled and is sent as null; then the edit page opens (PLAT-029, PLAT-038, PLAT-039, PLAT-042, PLAT-043 partly)", async () => {
  const { sent, page } = await openCreate({
    "POST /mcc-admin/company-configurations/": () => configuration(),
  });
  await fillAll(["Not available", "Disabled", "Enabled"]);
  expect(errors()).toEqual([]);
  submit();
  await eventually(() => expect(toasts()).toEqual(["Company configuration created"]));
  expect(sent).toEqual([
    [
      "POST /mcc-admin/company-configurations/",
      {
        ...{ tenantGroup: "north", customerERPIdentifier: "ERP-1", company: 7 },
        ...{ hasOrderApproval: null, hasOrderTracking: false, hasCompanyHierarchy: true },
        ...{ hasLocationNameRequired: false, hasTriggerRuleWeekdayDisabled: false },
      },
    ],
  ]);
  await eventually(() => expect(page.path()).toBe("/companies/7/configuration/edit"));
});

test("one that could not be created or saved is told in a toast, with the errors on the fields (PLAT-043, PLAT-044 partly)", async () => {
  const refused = () => refusal(400, { tenantGroup: ["No."], hasCompanyHierarchy: ["Nor this."] });
  await openCreate({ "POST /mcc-admin/company-configurations/": refused });
  await fillAll(["Enabled", "Enabled", "Enabled"]);
  submit();
  await eventually(() => expect(errors()).toEqual(["No.", "Nor this."]));
  expect(toasts()).toEqual(["There was an error while creating your company configuration."]);
  openEdit({ "PATCH /mcc-admin/company-configurations/7/": () => refusal(409, { detail: "Pending." }) });
  await eventually(() => expect(field("Tenant Group").value).toBe("north"));
  await fill("Tenant Group", "south");
  submit();
  await eventually(() =>
    expect(toasts()).toEqual(["There was an error while editing your company configuration."]),
  );
});

test("the edit form is filled with the configuration and saves it (PLAT-030, PLAT-041, PLAT-042, PLAT-044)", async () => {
  const { sent } = openEdit({
    "PATCH /mcc-admin/company-configurations/7/": () => configuration({ has_order_tracking: null }),
  });
  await eventually(() => expect(field("Tenant Group").value).toBe("north"));
  expect(field("Name Extension / Customer ERP Id").value).toBe("ERP-1");
  expect(
    ["Order Approval status", "Order Tracking status", "Hierarchy status"].map((label) => field(label).value),
  ).toEqual(["Enabled", "Disabled", "Not available"]);
  expect(control("Save")).toBeDefined();
  await choose("Order Tracking status", "Not available");
  submit();
  await eventually(() => expect(toasts()).toEqual(["Company configuration saved."]));
  expect(sent).toEqual([
    [
      "PATCH /mcc-admin/company-configurations/7/",
      {
        ...{ tenantGroup: "north", customerERPIdentifier: "ERP-1" },
        ...{ hasOrderApproval: true, hasOrderTracking: null, hasCompanyHierarchy: null },
        ...{ hasLocationNameRequired: false, hasTriggerRuleWeekdayDisabled: false },
      },
    ],
  ]);
});

test("location names and WEEKDAY rules are switches that show and save what the company has", async () => {
  const { sent } = openEdit({
    "GET /mcc-admin/company-configurations/7/": () => configuration({ has_location_name_required: true }),
    "PATCH /mcc-admin/company-configurations/7/": () => configuration(),
  });
  const switches = () => [...document.querySelectorAll<HTMLInputElement>("form input[role=switch]")];
  await eventually(() => expect(switches().map(({ checked }) => checked)).toEqual([true, false]));
  for (const one of switches()) one.click();
  await eventually(() => expect(switches().map(({ checked }) => checked)).toEqual([false, true]));
  submit();
  await eventually(() => expect(toasts()).toEqual(["Company configuration saved."]));
  expect(sent[0]?.[1]).toMatchObject({ hasLocationNameRequired: false, hasTriggerRuleWeekdayDisabled: true });
});

test("a configuration that cannot be fetched is told in a toast (PLAT-045)", async () => {
  openEdit({ "GET /mcc-admin/company-configurations/7/": () => refusal(400, { detail: "No." }) });
  await eventually(() => expect(toasts()).toEqual(["There was an error fetching the Company Configuration"]));
});

test("the company is fetched when the one in memory is another (PLAT-028)", async () => {
  const readsOf = (asked: readonly string[]) => asked.filter((one) => one === "GET /mcc-admin/companies/7/");
  const { asked } = await openCreate();
  expect(readsOf(asked)).toHaveLength(1);
  await eventually(() =>
    expect(all("nav a").map(({ textContent }) => textContent)).toContain("Acme Drilling"),
  );
  const remember = (id: string, kept: typeof ACME) =>
    queryClient.setQueryData(queryFor(findCompany, { params: { id } }).queryKey, kept);
  const { server, asked: again } = platformServer();
  const open = () => renderPage(CreateConfigurationPage, platformAdmin, server, placeOf("create"));
  open();
  remember("8", company(8, "Other"));
  await eventually(() => expect(readsOf(again)).toHaveLength(1));
  open();
  remember("7", ACME);
  await eventually(() => field("Tenant Group"));
  expect(readsOf(again)).toHaveLength(1);
});
