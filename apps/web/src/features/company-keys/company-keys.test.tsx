import { expect, test } from "vitest";
import { openPage } from "../../testing/open-page.tsx";
import { onePage } from "../../testing/order-rows.ts";
import {
  chooseRowAction,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  toasts,
} from "../../testing/page-events.ts";

const DAY = "2026-03-01T09:00:00.000Z";
const key = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, prefix: `mcc_company_${id}`, scopes: ["orders:read", "sites:write"], state: "Valid" },
  ...{ is_limited: false, sites: [], nodes: [], created_at: DAY, created_by: "Ada Admin", expires_at: null },
  deleted_at: null,
  ...{ is_replaced: false, last_used_at: null, last_address: null, ...more },
});
const WRITE_SITES =
  "Create, change and delete sites and their types; not their users, node or approval rules";
const SECRET = "mcc_company_2_secret";

const open = (keys: readonly object[], answers: object = {}) =>
  openPage("/configuration/api-keys", {
    "/accounts/api-keys/": { results: keys },
    "/sites/": onePage([{ id: 4, name: "Odessa Yard" }]),
    "/company-hierarchy/organization-nodes/": onePage([]),
    ...answers,
  });
const page = () => document.body.textContent ?? "";

test("keys are listed with their rights in words, their sites, end and last use; without any, it says what they are for", async () => {
  const limited = { is_limited: true, sites: [{ id: 4, name: "Odessa Yard" }], scopes: ["orders:read"] };
  open([key(1, "ERP"), key(2, "Dashboard", { ...limited, state: "Expires soon", expires_at: DAY })]);
  await eventually(() =>
    expect(page()).toMatch(/ERP.*Orders, Sites \(read and write\).*All sites.*Valid.*Never/),
  );
  expect(page()).toMatch(/Dashboard.*Orders.*Odessa Yard.*Expires soon.*until/);
  open([]);
  await eventually(() => expect(page()).toContain("There are no API keys. Create one for each program"));
});

test("deleted keys are listed apart, and their page leads to what they changed (OPEN-001 partly)", async () => {
  const gone = key(3, "Old ERP", { state: "Deleted", deleted_at: DAY });
  open([key(1, "ERP"), gone]);
  await eventually(() => expect(find("[aria-label='Deleted Keys']")?.textContent).toContain("Old ERP"));
  expect(find("[aria-label='API keys of your company']")?.textContent).not.toContain("Old ERP");
  expect([control("More actions ERP"), control("More actions Old ERP")]).toEqual([
    expect.anything(),
    undefined,
  ]);
  openPage(
    "/configuration/api-keys/$keyId",
    { "/accounts/api-keys/3/": { ...gone, use: [], calls: [] } },
    { at: "/configuration/api-keys/3" },
  );
  await eventually(() => expect(page()).toContain("The key has not been used yet."));
  const link = control("What it changed, in the audit")?.getAttribute("href");
  expect(link).toBe("/configuration/audit?actor=mcc_company_3");
  expect(control("More actions Old ERP")).toBeUndefined();
});

test("a new key is created with chosen data, shown once and copied (OPEN-001 partly)", async () => {
  open([], { "POST /accounts/api-keys/": { ...key(2, "ERP"), key: SECRET } });
  await eventually(() => expect(control("Create API Key")).toBeDefined());
  await click("Create API Key");
  await eventually(() => expect(find("[role=dialog] form")).not.toBeNull());
  await click("Create");
  await eventually(() => expect(page()).toContain("Please give the key a name"));
  await fill("Name", "ERP");
  field("Orders").click();
  await click("Create");
  await eventually(() => expect(page()).toContain("Please choose at least one kind of data"));
  field("Sites").click();
  await eventually(() => expect(field(WRITE_SITES)).toBeDefined());
  field(WRITE_SITES).click();
  await fill("Valid until", "2020-01-01");
  await click("Create");
  await eventually(() => expect(page()).toContain("Please choose a date in the future"));
  await fill("Valid until", "");
  await click("Create");
  await eventually(() => expect(find("[role=dialog] code")?.textContent).toBe(SECRET));
  expect(control(`Copy API key ${SECRET}`)).toBeDefined();
  await click("Done");
  await eventually(() => expect(page()).not.toContain(SECRET));
});

test("a key is replaced with a chosen overlap, and deleted after a question (OPEN-001 partly)", async () => {
  open([key(1, "ERP")], {
    "POST /accounts/api-keys/1/replace/": { ...key(2, "ERP"), key: SECRET },
    "DELETE /accounts/api-keys/1/": { detail: "Deleted" },
  });
  await eventually(() => expect(page()).toContain("mcc_company_1"));
  await chooseRowAction("Replace", "ERP");
  await eventually(() => expect(find("[role=dialog] h2")?.textContent).toBe("Replace ERP"));
  expect(page()).toMatch(/Now.*In 1 hour.*In 1 day.*In 7 days/);
  await click("Replace");
  await eventually(() => expect(find("[role=dialog] code")?.textContent).toBe(SECRET));
  await click("Done");
  await chooseRowAction("Delete", "ERP");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain("Programs that use it are refused at once."),
  );
  await click("Delete");
  await eventually(() => expect(toasts()).toContain("The API key was deleted"));
});

test("the page of a key tells what it read and wrote, and its latest calls (OPEN-001 partly)", async () => {
  openPage(
    "/configuration/api-keys/$keyId",
    {
      "/accounts/api-keys/1/": {
        ...key(1, "ERP", { last_used_at: DAY, last_address: "10.0.0.7" }),
        use: [{ kind: "sites", reads: 1200, writes: 3, last_read_at: DAY, last_write_at: null }],
        calls: [
          { id: 2, at: DAY, method: "GET", path: "/api/accounts/users/", status: 403, address: "10.0.0.7" },
          { id: 1, at: DAY, method: "POST", path: "/api/sites/", status: 200, address: "10.0.0.7" },
        ],
      },
    },
    { at: "/configuration/api-keys/1" },
  );
  await eventually(() => expect(find("h1")?.textContent).toBe("ERP"));
  expect(page()).toMatch(/from 10\.0\.0\.7/);
  expect(page()).toMatch(/Sites1,200.*3Never/);
  expect(page()).toMatch(/GET \/api\/accounts\/users\/Refused \(403\).*POST \/api\/sites\/Done/);
});
