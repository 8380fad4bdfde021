import { expect, test } from "vitest";
import { openPage } from "../../testing/open-page.tsx";
import { onePage } from "../../testing/order-rows.ts";
import {
  choose,
  click,
  eventually,
  field,
  find,
  optionsOf,
  toasts,
  typeInto,
} from "../../testing/page-events.ts";

const POLICY = {
  ...{ second_factor: "nobody", idle_minutes: null, session_hours: null, networks: [], confirm_minutes: 120 },
  ...{
    confirm_rules: false,
    sso_required: false,
    assistants: false,
    emergency_admins: [],
    your_address: "10.1.2.3",
  },
};
const PREVIEW = {
  ...{ required_count: 0, enroll_count: 0, enroll_users: [], ended_sessions: 12, outside_sessions: 0 },
  leaves_you_out: false,
  refusal: null,
};
const user = (id: number, first_name: string, is_company_admin: boolean) => ({
  ...{ id, username: `acme-${first_name.toLowerCase()}`, first_name, last_name: "Doe", is_company_admin },
});

const open = async (answers: object) => {
  openPage("/configuration/sign-in", {
    "/accounts/sso-connections/": { results: [] },
    "/accounts/sso-domains/": { results: [] },
    "/accounts/directory-tokens/": { results: [], address: "https://portal.example/scim/v2" },
    "/accounts/security-policy/": POLICY,
    "/accounts/users/": onePage([user(8, "Ann", true), user(9, "Andy", false)]),
    "/accounts/users/8/": user(8, "Ann", true),
    "/accounts/users/1/": user(1, "Pat", true),
    "POST /accounts/security-policy/preview/": PREVIEW,
    ...answers,
  });
  await eventually(() => field("Emergency admins"));
};

test("single sign-on is required with company admins who keep their passwords, and says first whose sessions end (SSOS-006 partly)", async () => {
  await open({
    "PATCH /accounts/security-policy/": { ...POLICY, sso_required: true, emergency_admins: [1, 8] },
  });
  find("input[role=switch]")?.click();
  await eventually(() =>
    expect(find("section[aria-label='What saving does']")?.textContent).toContain("12 sessions end at once."),
  );
  await choose("Emergency admins", "Pat Doe (pat)");
  await typeInto("Emergency admins", "an");
  await eventually(() =>
    expect(optionsOf("Emergency admins").map(({ textContent }) => textContent)).toEqual([
      "Ann Doe (acme-ann)",
    ]),
  );
  await choose("Emergency admins", "Ann Doe (acme-ann)");
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("button[type=submit]")];
  expect(buttons.map(({ textContent }) => textContent)).toEqual(["Save"]);
  await click("Save");
  await eventually(() => expect(toasts()).toEqual(["The security settings were saved"]));
});

test("who would lock themselves out is told at the switch (SSOS-006 partly)", async () => {
  const words = "You signed in with a password. You would lock yourself out.";
  await open({
    "PATCH /accounts/security-policy/": Response.json({ sso_required: [words] }, { status: 400 }),
  });
  find("input[role=switch]")?.click();
  await eventually(() => expect(find("section[aria-label='What saving does']")).not.toBeNull());
  await click("Save");
  await eventually(() => expect(document.body.textContent).toContain(words));
  expect(toasts()).toEqual([]);
});
