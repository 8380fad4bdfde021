import { companyWith } from "@mcc/contract/testing/people.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { describe, expect, test } from "vitest";
import { loadPhoneCheck } from "../../platform/records/fields/phone-check.ts";
import {
  newUser,
  payloadOf,
  type UserMode,
  type UserValues,
  userForm,
  valuesOf,
} from "./user-form.schema.ts";

const flat = companyWith(true, true, null);
const tree = companyWith(true, true, true);
const filled: UserValues = {
  ...newUser,
  username: "acme-dana.whitfield",
  first_name: "Dana",
  last_name: "Whitfield",
  email: "dana@example.com",
  password: "Correct-Horse-1",
  is_invited: false,
};

/** The first message of each field. */
const messages = (values: Partial<UserValues>, mode: UserMode = "create", company = flat) => {
  const { error } = userForm(company, mode, () => "acme").safeParse({ ...filled, ...values });
  const issues = error?.issues.toReversed().map(({ path, message }) => [path.join("."), message]) ?? [];
  return Object.fromEntries(issues);
};

describe("the form of a user", () => {
  test("names every field that is required (USER-034, USER-035, USER-036, USER-037, USER-038)", () => {
    expect(messages({ username: "", first_name: " ", last_name: "", email: "", password: "" })).toEqual({
      username: "Username field is required",
      first_name: "First Name field is required",
      last_name: "Last Name field is required",
      email: "Email field is required",
      password: "Password field is required",
    });
    expect(messages({ password: "" }, "clone")).toEqual({ password: "Password field is required" });
    expect(messages({ password: "" }, "edit")).toEqual({});
    expect(messages({})).toEqual({});
  });

  test("asks no password for a user who is invited, and sends the welcome e-mail instead (WORK-016 partly)", () => {
    expect(newUser.is_invited).toBe(true);
    for (const mode of ["create", "clone"] as const) {
      expect(messages({ password: "", is_invited: true }, mode)).toEqual({});
      const invited = { ...filled, password: "", is_invited: true };
      const sent = payloadOf(invited, { company: flat, mode, title: undefined });
      expect(sent).toMatchObject({ password: "", send_welcome_email: true });
      expect(sent).not.toHaveProperty("is_invited");
    }
    const set = payloadOf(filled, { company: flat, mode: "create", title: undefined });
    expect(set).toMatchObject({ password: "Correct-Horse-1", send_welcome_email: false });
  });

  test("requires a node where the company has a hierarchy (USER-040)", () => {
    expect(messages({ node: null, password: "" }, "create", tree)).toEqual({
      node: "Node field is required",
      password: "Password field is required",
    });
    expect(messages({ node: "4" }, "create", tree)).toEqual({});
  });

  test("checks the e-mail address and the prefix (USER-039, USER-041)", () => {
    expect(messages({ email: "dana@example" })).toEqual({ email: "Incorrect email format" });
    expect(messages({ username: "dana.whitfield" }, "edit")).toEqual({
      username: 'Username prefix should start with "acme-"',
    });
  });

  test("checks the phone number, and requires one for text messages (USER-042, USER-043)", async () => {
    await loadPhoneCheck();
    expect(messages({ enable_text_messages: true, password: "" })).toEqual({
      password: "Password field is required",
      phone: "Phone Number is required when Enable Text Message Approvals is checked",
    });
    expect(messages({ phone: "12345" })).toEqual({ phone: "Incorrect Phone Number format" });
    expect(messages({ phone: "432 555 0117", enable_text_messages: true })).toEqual({});
  });

  test("starts with alerts enabled, analytics off and welcome e-mail off (USER-025)", () => {
    expect(newUser).toMatchObject({
      alerts_enabled: true,
      enable_analytics: false,
      send_welcome_email: false,
    });
  });

  const user = {
    ...{ id: 7, username: "acme-dana.whitfield", first_name: "Dana", last_name: "Whitfield" },
    ...{ email: "dana@example.com", role: { id: 3, name: "Buyer" }, node: null, phone: "+14325550117" },
    ...{ alerts_enabled: false, enable_analytics: true, enable_text_messages: true, groups: [] },
    sites: [{ id: 21, name: "Rig 7" }],
  } as unknown as UserRow;

  test("sends what the specification names, and the username as shop username (USER-045, USER-046)", () => {
    const values = { ...valuesOf(user, "edit"), sites: [21, 22] };
    expect(payloadOf(values, { company: flat, mode: "edit", title: "Buyer", user })).toEqual({
      username: "acme-dana.whitfield",
      first_name: "Dana",
      last_name: "Whitfield",
      title: "Buyer",
      password: "",
      email: "dana@example.com",
      send_welcome_email: false,
      enable_analytics: true,
      alerts_enabled: false,
      enable_text_messages: true,
      phone: "+14325550117",
      role_id: 3,
      ecommerce_username: "acme-dana.whitfield",
      groups: [],
      sites: [21, 22],
      sites_before: [21],
    });
    const inTree = payloadOf(
      { ...filled, node: "4" },
      { company: tree, mode: "clone", title: undefined, user },
    );
    expect(inTree).toMatchObject({ node: 4, role_id: null, clone_triggers: false });
    expect(inTree).not.toHaveProperty("sites");
  });

  test("of a clone has a name, an address and a password of its own, and the sites of the other user", () => {
    expect(valuesOf(user, "clone")).toMatchObject({
      username: "",
      first_name: "",
      email: "",
      phone: "",
      role: "3",
      sites: [21],
    });
  });
});
