import { person } from "@mcc/contract/testing/people.ts";
import { expect, test } from "vitest";
import { all, click, control, eventually, find, toasts } from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { UserIdentities } from "./user-identities.tsx";

const LINKED = {
  connection: { id: 3, name: "Acme account" },
  ...{ issuer: "https://login.example.com", subject: "old-subject", created_at: "2026-03-01T09:00:00.000Z" },
};

const open = (linked: readonly object[]) => {
  const sent: string[] = [];
  let now = linked;
  renderPage(
    () => <UserIdentities id={77} name="Bo Buyer" />,
    person({ is_company_admin: true }),
    ({ method, url }) => {
      if (!url.pathname.endsWith("/accounts/users/77/sso-identities/")) return undefined;
      sent.push(method);
      if (method === "DELETE") now = [];
      return method === "DELETE" ? { detail: "Unlinked." } : { results: now };
    },
  );
  return sent;
};

test("an admin unlinks a user from single sign-on after a question (SSOS-003 partly)", async () => {
  const sent = open([LINKED]);
  await eventually(() => expect(document.body.textContent).toContain("old-subject"));
  expect(document.body.textContent).toContain("Linked to Acme account since");
  await click("Unlink from single sign-on");
  await eventually(() => expect(find("[role=dialog]")?.textContent).toContain("signed out everywhere"));
  expect(sent).toEqual(["GET"]);
  all("[role=dialog] button")
    .find(({ textContent }) => textContent === "Unlink from single sign-on")
    ?.click();
  await eventually(() => expect(toasts()).toEqual(["The user was unlinked from single sign-on"]));
  await eventually(() => expect(document.body.textContent).not.toContain("old-subject"));
  expect(sent).toEqual(["GET", "DELETE", "GET"]);
});

test("of a user who is not linked it says nothing", async () => {
  const sent = open([]);
  await eventually(() => expect(sent).toEqual(["GET"]));
  expect(control("Unlink from single sign-on")).toBeUndefined();
  expect(document.body.textContent).not.toContain("Single sign-on");
});
