import { expect, test } from "vitest";
import { openPage } from "../../testing/open-page.tsx";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  chooseRowAction,
  click,
  control,
  eventually,
  fill,
  find,
  toasts,
} from "../../testing/page-events.ts";

const ADDRESS = "https://portal.example/scim/v2";
const DAY = "2026-03-01T09:00:00.000Z";
const token = (id: number, name: string, last_used_at: string | null = null) => ({
  ...{ id, name, prefix: `mcc_dir_${id}`, created_at: DAY, created_by: "Ada Admin", last_used_at },
});

const open = (tokens: readonly object[], answers: object = {}) =>
  openPage("/configuration/sign-in", {
    "/accounts/sso-connections/": { results: [] },
    "/accounts/sso-domains/": { results: [] },
    "/accounts/security-policy/": { sso_required: false, emergency_admins: [], networks: [] },
    "/accounts/directory-tokens/": { results: tokens, address: ADDRESS },
    ...answers,
  });

test("a token of the directory is created with a name, and shown once with a button that copies it (SCIM-001 partly)", async () => {
  open([token(1, "Entra ID")], {
    "POST /accounts/directory-tokens/": { ...token(2, "Okta"), token: "mcc_dir_2_secret" },
  });
  await eventually(() => expect(control(`Copy address ${ADDRESS}`)).toBeDefined());
  expect(document.body.textContent).toMatch(/Entra ID.*mcc_dir_1….*by Ada Admin.*Never/);
  await click("Create Token");
  await eventually(() => expect(find("[role=dialog] form")).not.toBeNull());
  await click("Create");
  await eventually(() => expect(document.body.textContent).toContain("Please give the token a name"));
  await fill("Name", "Okta");
  await click("Create");
  await eventually(() => expect(find("[role=dialog] code")?.textContent).toBe("mcc_dir_2_secret"));
  expect(control("Copy token mcc_dir_2_secret")).toBeDefined();
  await click("Done");
  await eventually(() => expect(document.body.textContent).not.toContain("mcc_dir_2_secret"));
});

test("there are at most two tokens, with their last use; one is deleted after a question (SCIM-001 partly)", async () => {
  open([token(1, "Entra ID", DAY), token(2, "Okta")], {
    "DELETE /accounts/directory-tokens/1/": { detail: "Deleted" },
  });
  await eventually(() => expect(document.body.textContent).toContain("There can be 2 tokens"));
  expect(control("Create Token")).toBeUndefined();
  await chooseRowAction("Delete", "Entra ID");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain("The other token stays valid."),
  );
  await click("Delete");
  await eventually(() => expect(toasts()).toEqual(["The token was deleted"]));
});

test("the log tells what the directory did and why something was refused", async () => {
  openPage("/configuration/sign-in/directory-log", {
    "/accounts/directory-log/": onePage([
      {
        ...{
          id: 1,
          at: DAY,
          token: "Entra ID",
          record_type: "User",
          action: "Created",
          record: "bo@acme.example",
        },
        ...{ result: "Refused", detail: "This username cannot be used." },
      },
    ]),
  });
  await eventually(() => expect(all("[data-row]")).toHaveLength(1));
  expect(find("[data-row]")?.textContent).toMatch(/Created.*bo@acme.example.*Refused.*This username cannot/);
});
