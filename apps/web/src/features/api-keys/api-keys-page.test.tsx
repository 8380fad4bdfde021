import { beforeEach, expect, test } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  choose,
  clearToasts,
  click,
  control,
  eventually,
  field,
  fill,
  find,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { ACME, platformAdmin } from "../../testing/platform-server.ts";
import { renderPage } from "../../testing/render-page.tsx";
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
  const sent: { method: string; path: string; body: unknown }[] = [];
  renderPage(ApiKeysPage, platformAdmin, ({ method, url, body }) => {
    const path = url.pathname.replace(/^\/api(?=\/)/, "");
    if (path.startsWith("/accounts/preferences/")) return { value: null };
    if (path === "/mcc-admin/companies/") return onePage([ACME]);
    if (!path.startsWith("/mcc-admin/api-keys/")) return undefined;
    if (method !== "GET") sent.push({ method, path, body });
    if (method === "POST") return { ...row(9, "New"), key: KEY };
    if (method === "DELETE") return row(1, "ERP", { state: "Revoked" });
    return onePage([row(1, "ERP"), row(2, "Old", { state: "Revoked" })]);
  });
  await eventually(() => expect(all("[data-row]")).toHaveLength(2));
  return sent;
};

beforeEach(() => {
  setWidth(1600);
  clearToasts();
});

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
    {
      method: "POST",
      path: "/mcc-admin/api-keys/",
      body: { name: "Storefront", scopes: ["orders"], company: "acme" },
    },
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
    expect(sent).toMatchObject([{ body: { name: "ERP", scopes: ["orders"], company: "acme-drilling" } }]),
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
  expect(sent).toEqual([{ method: "DELETE", path: "/mcc-admin/api-keys/1/", body: undefined }]);
});
