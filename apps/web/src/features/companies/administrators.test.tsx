import { expect, test } from "vitest";
import { dialogForm, pageForm } from "../../testing/dialog-form.ts";
import {
  chooseRowAction,
  clearToasts,
  click,
  eventually,
  field,
  fill,
  find,
  openRowMenu,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { type Answers, openPlatformPage } from "../../testing/platform-server.ts";
import { refusal } from "../../testing/site-server.ts";
import { Administrators } from "./administrators.tsx";

const LIST = "/mcc-admin/companies/7/administrators/";
const admin = (id: number, first_name: string, state: string, last_login: string | null = null) => ({
  ...{ id, first_name, last_name: "Doe", email: `${first_name.toLowerCase()}@example.com` },
  ...{ username: `acme-${first_name.toLowerCase()}.doe`, state, invited_at: null, last_login },
});
const PEOPLE = [
  admin(1, "Ann", "Active", "2026-11-13T16:47:00.000Z"),
  admin(2, "Ben", "Invited"),
  admin(3, "Cleo", "Expired"),
];

const open = async (answers: Answers = {}, people: object[] = PEOPLE) => {
  const { sent } = openPlatformPage(() => <Administrators companyId={7} />, {
    [`GET ${LIST}`]: () => ({ results: people }),
    ...answers,
  });
  await eventually(() =>
    expect(texts("tbody:not([data-placeholder]) tr")).toHaveLength(Math.max(people.length, 1)),
  );
  return sent;
};
const { submit, errors } = pageForm;

test("the administrators are listed with their state (PLAT-024)", async () => {
  await open();
  expect(texts("tbody tr").map((row) => row?.slice(0, 3))).toEqual(["Ann", "Ben", "Cle"]);
  expect(texts("tbody td:nth-child(4)")).toEqual(["Active", "Invited", "Expired"]);
  expect(texts("tbody td:nth-child(2)")[1]).toBe("ben@example.com");
  expect(await openRowMenu("Ann Doe")).toEqual(["Delete administrator Ann Doe"]);
  await open();
  expect(await openRowMenu("Ben Doe")).toEqual(["Resend invitation Ben Doe", "Revoke invitation Ben Doe"]);
  await open({}, []);
  expect(document.body.textContent).toContain("Nobody can manage this company yet.");
});

test("one is invited by first name, last name and e-mail (PLAT-025)", async () => {
  const sent = await open({ [`POST ${LIST}`]: () => admin(4, "Dana", "Invited") });
  await click("Invite Administrator");
  await eventually(() => field("First Name"));
  submit();
  await eventually(() =>
    expect(errors()).toEqual([
      "First Name field is required",
      "Last Name field is required",
      "Email field is required",
    ]),
  );
  expect(sent).toEqual([]);
  await fill("First Name", "Dana");
  await fill("Last Name", "Doe");
  await fill("Email", "dana@example.com");
  submit();
  await eventually(() => expect(toasts()).toEqual(["Invitation sent"]));
  expect(sent).toEqual([
    [`POST ${LIST}`, { first_name: "Dana", last_name: "Doe", email: "dana@example.com" }],
  ]);
});

test("an address that is taken is told on its field", async () => {
  await open({ [`POST ${LIST}`]: () => refusal(400, { email: ["A user with this email already exists."] }) });
  await click("Invite Administrator");
  await eventually(() => field("First Name"));
  for (const label of ["First Name", "Last Name"]) await fill(label, "Dana");
  await fill("Email", "dana@example.com");
  submit();
  await eventually(() => expect(errors()).toEqual(["A user with this email already exists."]));
  expect(toasts()).toEqual([]);
});

test("an invitation is sent again, and revoked after a question", async () => {
  const sent = await open({
    [`POST ${LIST}2/resend/`]: () => admin(2, "Ben", "Invited"),
    [`DELETE ${LIST}3/`]: () => ({ detail: "Invitation revoked" }),
  });
  await chooseRowAction("Resend invitation", "Ben Doe");
  await eventually(() => expect(toasts()).toEqual(["Invitation sent"]));
  clearToasts();
  await chooseRowAction("Revoke invitation", "Cleo Doe");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain("Do you want to revoke the invitation of Cleo Doe?"),
  );
  await click("Revoke invitation");
  await eventually(() => expect(toasts()).toEqual(["Invitation revoked"]));
  expect(sent.map(([request]) => request)).toEqual([`POST ${LIST}2/resend/`, `DELETE ${LIST}3/`]);
});

test("the address of one is corrected (PROF-004 partly)", async () => {
  let isTaken = true;
  const sent = await open({
    [`PATCH ${LIST}2/`]: () =>
      isTaken
        ? refusal(400, { email: ["A user with this email already exists."] })
        : admin(2, "Ben", "Invited"),
  });
  await click("Change email Ben Doe");
  await eventually(() => expect(field("Email").value).toBe("ben@example.com"));
  expect(find("[role=dialog]")?.textContent).toContain("The invitation is sent to the new address");
  await fill("Email", "ben@new.example.com");
  dialogForm.submit();
  await eventually(() => expect(dialogForm.errors()).toEqual(["A user with this email already exists."]));
  isTaken = false;
  dialogForm.submit();
  await eventually(() => expect(toasts()).toEqual(["Email changed"]));
  expect(sent.at(-1)).toEqual([`PATCH ${LIST}2/`, { email: "ben@new.example.com" }]);
});

test("the only administrator who can sign in stays, and the toast says so", async () => {
  await open({ [`DELETE ${LIST}1/`]: () => refusal(409, { detail: "This is the only administrator." }) });
  await chooseRowAction("Delete administrator", "Ann Doe");
  await eventually(() =>
    expect(find("[role=dialog]")?.textContent).toContain("Do you want to delete the administrator Ann Doe?"),
  );
  await click("Delete administrator");
  await eventually(() => expect(toasts()).toEqual(["There was an error deleting the administrator"]));
});
