import type { Address } from "@mcc/contract/company-settings/address.schema.ts";
import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { authState } from "../../platform/session/auth-state.ts";
import { onePage } from "../../testing/order-rows.ts";
import {
  all,
  choose,
  clearToasts,
  control,
  eventually,
  field,
  fill,
  find,
  setWidth,
  texts,
  toasts,
} from "../../testing/page-events.ts";
import { renderPage } from "../../testing/render-page.tsx";
import { refusal } from "../../testing/site-server.ts";
import { BillingPage } from "./billing-page.tsx";
import { GeneralPage } from "./general-page.tsx";

const HOUSTON: Address = {
  ...{ id: 9, name: "Acme Drilling", name_ext: "Accounts Payable", phone: "713 555 0100" },
  ...{ email: "ap@acme.test", street: "1 Main St", street2: null, postal_code: "77002", city: "Houston" },
  ...{ region: "Texas", region_code: "TX", country: "US", is_default_billing_address: true },
};
const adminWith = (default_billing_address: Address | null) =>
  person({
    is_company_admin: true,
    company: { ...companyWith(true, true, null), default_billing_address },
  });

/** The form of a company with this address; `save` answers what is sent. */
const open = async (address: Address | undefined, save: (body: object) => unknown = () => undefined) => {
  const sent: [string, object][] = [];
  renderPage(BillingPage, adminWith(null), ({ method, url: { pathname }, body }) => {
    if (method === "GET") return onePage(address ? [address] : []);
    sent.push([`${method} ${pathname.replace("/api", "")}`, body as object]);
    return save(body as object);
  });
  await eventually(() => field("Name"));
  return sent;
};
const submit = () => find<HTMLFormElement>("form")?.requestSubmit();
const errors = () => texts("form [id$=-error]");

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

test("General Configuration shows the address and has a button Billing Address that leads to its form (CONF-070)", async () => {
  renderPage(GeneralPage, adminWith(HOUSTON), () => undefined);
  await eventually(() => expect(texts("h1")).toEqual(["General Configuration"]));
  expect(control("Billing Address")?.getAttribute("href")).toBe("/configuration/general/billing");
  expect(texts("address span")).toEqual([
    ...["Acme Drilling", "Accounts Payable", "1 Main St", "Houston, TX 77002", "United States"],
    ...["713 555 0100", "ap@acme.test"],
  ]);
  renderPage(GeneralPage, adminWith(null), () => undefined);
  await eventually(() =>
    expect(document.body.textContent).toContain("Your company has no billing address yet."),
  );
});

test("the form has the fields of an address, each with its maximum length (CONF-072, CONF-076)", async () => {
  await open(HOUSTON);
  expect(texts("h1")).toEqual(["Billing Address"]);
  const limits = {
    ...{ Name: 50, "Name Extension": 50, Phone: 20, Email: 50, Street: 50, "Street 2": 50 },
    ...{ "Postal Code": 10, City: 60 },
  };
  for (const [label, max] of Object.entries(limits)) expect(field(label).maxLength, label).toBe(max);
  expect(field("Name Extension").value).toBe("Accounts Payable");
  expect(field("Region").value).toBe("Texas");
  expect(field("Country").value).toBe("United States");
  await choose("Country", "Norway");
  expect(field("Region").maxLength).toBe(20);
});

test("without name, street, city or country nothing is sent, and the fields say why (CONF-075)", async () => {
  const sent = await open(undefined);
  await fill("Phone", "1");
  submit();
  await eventually(() =>
    expect(errors()).toEqual([
      "Name field is required",
      "Street field is required",
      "City field is required",
      "Country field is required",
    ]),
  );
  expect(sent).toEqual([]);
});

test("the region is chosen in the US and Canada and typed elsewhere; another country clears it (CONF-077, CONF-078)", async () => {
  const sent = await open(HOUSTON, (body) => ({ ...HOUSTON, ...body }));
  const isChosen = () => field("Region").getAttribute("aria-haspopup") === "listbox";
  expect(isChosen()).toBe(true);
  await choose("Region", "Nevada");
  expect(field("Region").value).toBe("Nevada");
  await choose("Country", "Canada");
  expect([isChosen(), field("Region").value]).toEqual([true, ""]);
  await choose("Region", "Newfoundland and Labrador");
  await choose("Country", "Canada");
  expect(field("Region").value).toBe("Newfoundland and Labrador");
  await choose("Country", "Germany");
  expect([isChosen(), field("Region").value]).toEqual([false, ""]);
  await fill("Region", "Bavaria");
  submit();
  await eventually(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[1]).toMatchObject({ country: "DE", region: "Bavaria", region_code: "" });
});

test("a first address is posted, later ones are patched, and the company of the signed-in user holds it (CONF-073, CONF-079, CONF-080)", async () => {
  const sent = await open(undefined, (body) => ({ ...HOUSTON, ...body, id: 9, region: "Texas" }));
  await fill("Name", "Acme Drilling");
  await fill("Street", "1 Main St");
  await fill("City", "Houston");
  await choose("Country", "United States");
  await choose("Region", "Texas");
  const form = find("form");
  submit();
  await eventually(() => expect(toasts()).toEqual(["Billing Information Saved"]));
  const first = {
    ...{ name: "Acme Drilling", name_ext: "", phone: "", email: "", street: "1 Main St", street2: "" },
    ...{ postal_code: "", city: "Houston", region: "", region_code: "TX", country: "US" },
    is_default_billing_address: true,
  };
  expect(sent).toEqual([["POST /accounts/addresses/", first]]);
  expect(authState.user.get()?.company).toMatchObject({
    name: "Acme",
    default_billing_address: { id: 9, city: "Houston", region_code: "TX" },
  });
  await eventually(() => expect(find("form")).not.toBe(form));
  await fill("City", "Midland");
  submit();
  await eventually(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toEqual(["PATCH /accounts/addresses/9/", { ...first, city: "Midland" }]);
  await eventually(() =>
    expect(authState.user.get()?.company?.default_billing_address?.city).toBe("Midland"),
  );
});

test.each(["", "default_billing_address."])(
  "a refused address is told in a toast, and each field has its message, sent as %sname (CONF-081, CONF-082)",
  async (prefix) => {
    const refused = ["name", "name_ext", "phone", "email"].map((name) => [
      `${prefix}${name}`,
      [`${name} is wrong.`, "second"],
    ]);
    await open(HOUSTON, () => refusal(400, Object.fromEntries(refused)));
    await fill("City", "Midland");
    submit();
    await eventually(() =>
      expect(toasts()).toEqual(["There has been an error while saving the Billing Address. Try again later"]),
    );
    const messageOf = (label: string) =>
      document.getElementById(field(label).getAttribute("aria-describedby") ?? "")?.textContent;
    await eventually(() => expect(errors()).toHaveLength(4));
    expect(["Name", "Name Extension", "Phone", "Email"].map(messageOf)).toEqual([
      ...["name is wrong.", "name_ext is wrong.", "phone is wrong.", "email is wrong."],
    ]);
  },
);

test("an address that could not be saved or loaded is told in a toast (CONF-081, CONF-083)", async () => {
  await open(HOUSTON, () => refusal(500, { detail: "No." }));
  await fill("City", "Midland");
  submit();
  const failed = "There has been an error while saving the Billing Address. Try again later";
  await eventually(() => expect(toasts()).toEqual([failed]));
  clearToasts();
  renderPage(BillingPage, adminWith(null), () => refusal(400, { detail: "No." }));
  await eventually(() => expect(toasts()).toEqual(["There was en error. Please try again later"]));
  await eventually(() => expect(all("main, body")[0]?.textContent).toContain("There was en error."));
});
