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
import { ApiKeysPage } from "./api-keys-page.tsx";

const row = (id: number, name: string, more: object = {}) => ({
  ...{ id, name, prefix: "mcc_live_ab12", scopes: ["orders"], state: "Valid", created_by: "Rita Ops" },
  company: { id: 1, name: "Acme Drilling", slug_name: "acme-drilling" },
  ...{ created_at: "2026-11-13T12:00:00.000Z", last_used_at: null, revoked_at: null },
  ...more,
});
const KEY = `mcc_live_${"c".repeat(48)}`;

/** Two keys, one of them revoked. */
const open = async () => {
  const { sent } = openPlatformPage(ApiKeysPage, {
    "GET /mcc-admin/companies/": () => onePage([ACME]),
    "GET /mcc-admin/api-keys/": () => onePage([row(1, "ERP"), row(2, "Old", { state: "Revoked" })]),
    "POST /mcc-admin/api-keys/": () => ({ ...row(9, "New"), key: KEY }),
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

test("a key is replaced by one with the same rights", async () => {
  const sent = await open();
  await click("Replace ERP");
  await eventually(() => expect(find("[role=dialog] h2")?.textContent).toBe("Replace ERP"));
  expect(field("Name").value).toBe("ERP");
  await click("Create");
  await eventually(() =>
    expect(sent).toEqual([
      ["POST /mcc-admin/api-keys/", { name: "ERP", scopes: ["orders"], company: "acme-drilling" }],
    ]),
  );
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
