import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { expect, test, vi } from "vitest";
import { onePage } from "../../testing/order-rows.ts";
import {
  choose,
  chooseRowAction,
  clearToasts,
  click,
  control,
  eventually,
  fill,
  find,
  setWidth,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { refusal } from "../../testing/site-server.ts";
import { MappingsPage } from "./mappings-page.tsx";

const BUYER = { id: 1, name: "Buyer" };
const NOTHING = { role: null, node: null, sites: [], is_company_admin: false };
const line = (value: string, more: object = {}) => ({ claim: "groups", value, ...NOTHING, ...more });
const admin = person({ is_company_admin: true, company: companyWith(true, true, null) });

const open = async (mappings: readonly object[], save: () => unknown = () => undefined) => {
  const sent: { path: string; body: unknown }[] = [];
  setWidth(1440);
  clearToasts();
  renderPage(MappingsPage, admin, ({ method, url: { pathname }, body }) => {
    const path = pathname.replace("/api", "");
    if (method !== "GET") sent.push({ path, body });
    if (path === "/accounts/access-mappings/") return method === "GET" ? { mappings, version: 3 } : save();
    if (path === "/accounts/access-mappings/preview/")
      return {
        ...{ decides: ["role"], matches: [line("Buyers", { role: BUYER })], claims: [] },
        sources: [{ source: "directory", at: "2026-03-01T09:00:00.000Z" }],
        ...{ before: NOTHING, after: { ...NOTHING, role: BUYER } },
      };
    if (path.includes("/roles/")) return onePage([BUYER]);
    if (path === "/accounts/users/")
      return onePage([{ id: 7, username: "acme-dana", first_name: "Dana", last_name: "Whitfield" }]);
    return onePage([{ id: 4, name: "Rig 4" }]);
  });
  await eventually(() => expect(control("Add Group")).toBeDefined());
  return sent;
};

test("a group gets a role and sites, is previewed for a person, and counts once it is saved (SSOS-005 partly, SCIM-004 partly)", async () => {
  const saved = [line("Buyers", { role: BUYER, sites: [{ id: 4, name: "Rig 4" }] })];
  const sent = await open([], () => ({ mappings: saved, version: 4 }));
  expect(document.body.textContent).toContain("No group gives anything yet");
  expect(control("Save")).toBeUndefined();
  await click("Add Group");
  await eventually(() => expect(find("[role=dialog] form")).not.toBeNull());
  await fill("Value", "Buyers");
  await click("Add");
  await eventually(() => expect(document.body.textContent).toContain("Choose what this gives"));
  await choose("Role", "Buyer");
  await choose("Sites", "Rig 4");
  await click("Add");
  await eventually(() => expect(document.body.textContent).toContain("Group Buyersrole Buyer, site Rig 4"));
  expect(sent).toEqual([]);
  await choose("Person", "Dana Whitfield (acme-dana)");
  await eventually(() => expect(document.body.textContent).toContain("Group Buyers: role Buyer"));
  const sentLine = {
    claim: "groups",
    value: "Buyers",
    is_company_admin: false,
    role_id: 1,
    node: null,
    sites: [4],
  };
  expect(sent).toEqual([
    { path: "/accounts/access-mappings/preview/", body: { mappings: [sentLine], user: 7 } },
  ]);
  await click("Save");
  await eventually(() => expect(toasts()).toEqual(["The groups were saved"]));
  expect(sent.at(-1)).toEqual({
    path: "/accounts/access-mappings/",
    body: { mappings: [sentLine], version: 3 },
  });
  await eventually(() => expect(control("Save")).toBeUndefined());
});

test("the order counts and can be changed; what somebody else has changed meanwhile is not overwritten (SSOS-005 partly)", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const changed = "The mappings were changed in the meantime, so nothing was saved.";
  const sent = await open([line("A", { role: BUYER }), line("B", { is_company_admin: true })], () =>
    refusal(409, { detail: changed, code: "mappings.changed" }),
  );
  await chooseRowAction("Move up", "Group B");
  await click("Save");
  await eventually(() => expect(find("[role=alert]")?.textContent).toBe(changed));
  const body = sent[0]?.body as { mappings: { value: string }[] } | undefined;
  expect(body?.mappings.map(({ value }) => value)).toEqual(["B", "A"]);
  await click("Load Again");
  await eventually(() => expect(control("Save")).toBeUndefined());
  await click("More actions Group A");
  await eventually(() => expect(control("Remove Group A")).toBeDefined());
  await click("Remove Group A");
  await eventually(() => expect(document.body.textContent).not.toContain("Group A"));
  await click("Discard");
  await eventually(() => expect(document.body.textContent).toContain("Group A"));
});
