import { expect, test } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  choose,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { ACME, openPlatformPage } from "../../testing/platform-server.ts";
import { ApiKeyPage } from "./api-key-page.tsx";
import { ApiKeysPage } from "./api-keys-page.tsx";

const row = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, prefix: "mcc_live_ab12", scopes: ["orders"], state: "Valid", created_by: "Rita Ops" },
  company: { id: 1, name: "Acme Drilling", slug_name: "acme-drilling" },
  ...{ created_at: "2026-11-13T12:00:00.000Z", last_used_at: null, expires_at: null, revoked_at: null },
  ...more,
});
const KEY = `mcc_live_${"c".repeat(48)}`;

/** Two keys, one of them revoked. */
const open = async () => {
  const { sent } = openPlatformPage(ApiKeysPage, {
    "GET /mcc-admin/companies/": () => onePage([ACME]),
    "GET /mcc-admin/api-keys/": () => onePage([row(1, "ERP"), row(2, "Old", { state: "Revoked" })]),
    "POST /mcc-admin/api-keys/": () => ({ ...row(9, "New"), key: KEY }),
    "POST /mcc-admin/api-keys/1/replace/": () => ({ ...row(9, "ERP"), key: KEY }),
    "DELETE /mcc-admin/api-keys/1/": () => row(1, "ERP", { state: "Revoked" }),
  });
  await eventually(() => expect(all("[data-row]")).toHaveLength(2));
  return sent;
};

test("a new key is shown once, with a button that copies it (PLAT-062 partly)", async () => {
  const sent = await open();
  await click("Create API Key");
  await eventually(() => expect(field("Name")).toBeDefined());
  await click("Create");
  expect(sent).toEqual([]);
  expect(texts("[role=dialog] [id$=-error]")).toEqual(["Please give the key a name"]);
  await fill("Name", "Storefront");
  await choose("Company", "Acme Drilling");
  await click("Create");
  await eventually(() => expect(find("[role=dialog] code")?.textContent).toBe(KEY));
  expect(control(`Copy API key ${KEY}`) ?? control("Copy API key")).toBeDefined();
  expect(sent).toEqual([
    ["POST /mcc-admin/api-keys/", { name: "Storefront", scopes: ["orders"], company: "acme" }],
  ]);
  await click("Done");
  await eventually(() => expect(document.body.textContent).not.toContain(KEY));
});

test("a key is replaced by one with the same rights, and ends when the admin chooses", async () => {
  const sent = await open();
  expect(control("Replace Old")).toBeUndefined();
  await click("Replace ERP");
  await eventually(() => expect(find("[role=dialog] h2")?.textContent).toBe("Replace ERP"));
  const offered = texts("[role=dialog] option");
  expect(offered).toEqual(["In 1 day", "In 1 hour", "In 7 days", "In 30 days", "When it is revoked", "Now"]);
  const select = find("[role=dialog] select") as HTMLSelectElement;
  select.value = "0";
  select.dispatchEvent(new Event("change", { bubbles: true }));
  await click("Create");
  await eventually(() => expect(find("[role=dialog] code")?.textContent).toBe(KEY));
  expect(sent).toEqual([["POST /mcc-admin/api-keys/1/replace/", { hours: 0 }]]);
});

test("what was written with a key is listed, with the name of the key", async () => {
  openPlatformPage(
    ApiKeyPage,
    {
      "GET /mcc-admin/api-keys/1/": () => row(1, "ERP", { state: "Revoked" }),
      "GET /mcc-admin/api-keys/1/writes/": () =>
        onePage([
          {
            ...{ id: 5, record: "W-1", record_type: "Order", action: "Created", writes: 2 },
            company: { id: 1, name: "Acme Drilling", slug_name: "acme-drilling" },
            ...{ first_written_at: "2026-11-13T12:00:00.000Z", last_written_at: "2026-11-14T12:00:00.000Z" },
          },
        ]),
    },
    { route: "/api-keys/$keyId", at: "/api-keys/1" },
  );
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  expect(find("h1")?.textContent).toBe("Written With ERP (mcc_live_ab12…)");
  expect(find("[data-row]")?.textContent).toMatch(/W-1.*Order.*Created.*Acme Drilling.*2/);
  expect(control("Export")).toBeDefined();
  expect(control("Return to API keys")?.getAttribute("href")).toBe("/api-keys");
});

test("a key is revoked after a question; a revoked one has no actions (PLAT-062 partly)", async () => {
  const sent = await open();
  expect(control("Revoke Old")).toBeUndefined();
  await click("Revoke ERP");
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("ERP (mcc_live_ab12…)"));
  expect(sent).toEqual([]);
  await click("Revoke");
  await eventually(() => expect(toasts()).toEqual(["API key revoked correctly"]));
  expect(sent).toEqual([["DELETE /mcc-admin/api-keys/1/", undefined]]);
});
