import { companyWith, person } from "@mcc/contract/testing/people.ts";
import { beforeEach, expect, test } from "vitest";
import { OrdersPage } from "../../../features/orders/orders-page.tsx";
import { onePage, orderRow } from "../../../testing/order-rows.ts";
import {
  all,
  click,
  control,
  eventually,
  find,
  press,
  setWidth,
  texts,
} from "../../../testing/page-events.ts";
import { renderPage, type TestServer } from "../../../testing/render-page.tsx";

const admin = person({ is_company_admin: true, company: companyWith(null, true, null) });
const SITES = ["Camp", "Rig 1", "Rig 10", "Yard"];

/** Suggests the names that contain what is typed, and notes what the list and the suggestions are asked. */
const ask = (at = "/", names = SITES) => {
  const asked: { list: string[][]; suggestions: string[][] } = { list: [], suggestions: [] };
  const server: TestServer = ({ url: { pathname, searchParams } }) => {
    if (pathname.includes("/preferences/")) return { value: null };
    const given = searchParams.getAll("site");
    if (pathname.endsWith("/orders/suggestions/")) {
      asked.suggestions.push(given);
      const part = given[0]?.toLowerCase() ?? "";
      return { results: names.filter((name) => name.toLowerCase().includes(part)) };
    }
    if (!pathname.endsWith("/orders/")) return undefined;
    asked.list.push(given);
    return onePage([orderRow(1)]);
  };
  const page = renderPage(OrdersPage, admin, server, { at });
  return { ...page, asked };
};
const openFilter = async (name = "Filter Site") => {
  await eventually(() => expect(control(name)).toBeDefined());
  await click(name);
  await eventually(() => expect(boxes().length).toBeGreaterThan(0));
};
const boxes = () =>
  all("input[type=checkbox]").filter((box) => box.closest("fieldset")) as HTMLInputElement[];
const labelOf = (box: HTMLInputElement) => box.labels?.[0]?.textContent ?? "";
const named = (name: string) => {
  const box = boxes().find((one) => labelOf(one) === name);
  if (!box) throw new Error(`There is no ${name}.`);
  return box;
};
const check = async (name: string) => {
  named(name).click();
  await new Promise((resolve) => setTimeout(resolve));
};
const checked = () =>
  boxes()
    .filter((box) => box.checked)
    .map(labelOf);
const search = () => find<HTMLInputElement>("input[aria-label=Site]") as HTMLInputElement;
const type = (text: string) => {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(search(), text);
  search().dispatchEvent(new Event("input", { bubbles: true }));
};
const chips = () => texts("[aria-label='Active filters'] li");
beforeEach(() => setWidth(1440));

test("several sites are checked one after the other; the address, the request and the chip have them (WORK-003)", async () => {
  const { asked, search: address } = ask();
  await openFilter();
  await eventually(() => expect(boxes().map(labelOf)).toEqual(SITES));
  await check("Rig 1");
  await eventually(() => expect(address()).toEqual({ site: '"Rig 1"' }));
  await check("Camp");
  await eventually(() => expect(address()).toEqual({ site: ['"Camp"', '"Rig 1"'] }));
  expect(checked()).toEqual(["Camp", "Rig 1"]);
  await eventually(() => expect(asked.list.at(-1)).toEqual(['"Camp"', '"Rig 1"']));
  expect(chips()).toContain("Site: Camp, Rig 1");
  await check("Yard");
  await eventually(() => expect(chips()).toContain("Site: 3 values"));
  for (const name of ["Rig 1", "Camp", "Yard"]) await check(name);
  await eventually(() => expect(address()).not.toHaveProperty("site"));
  // The names are those that the other filters leave, whatever is checked.
  expect(asked.suggestions.every((given) => given.length === 0)).toBe(true);
});

test("what is typed filters until a name is checked, then it only narrows the names (WORK-003)", async () => {
  const { asked, search: address } = ask();
  await openFilter();
  type("rig");
  await eventually(() => expect(boxes().map(labelOf)).toEqual(["Rig 1", "Rig 10"]));
  await eventually(() => expect(address()).toEqual({ site: "rig" }));
  await check("Rig 10");
  await eventually(() => expect(address()).toEqual({ site: '"Rig 10"' }));
  expect(search().value, "the text stays, for the next name").toBe("rig");
  type("yard");
  await eventually(() => expect(asked.suggestions.at(-1)).toEqual(["yard"]));
  expect(address()).toEqual({ site: '"Rig 10"' });
  await eventually(() => expect(boxes().map(labelOf)).toEqual(["Yard"]));
  // One name is left: Enter checks it.
  await press("Enter", search());
  await eventually(() => expect(address()).toEqual({ site: ['"Rig 10"', '"Yard"'] }));
  type("");
  await eventually(() => expect(checked()).toEqual(["Rig 10", "Yard"]));
});

test("a link opens with its names checked and first; a part of a name is in the field or says what it is (WORK-003)", async () => {
  ask("/?site=%22Yard%22&site=%22Sold%20rig%22&site=cam");
  await openFilter("Filter Site (on)");
  await eventually(() =>
    expect(boxes().map(labelOf)).toEqual(["Yard", "Sold rig", "Contains “cam”", "Camp", "Rig 1", "Rig 10"]),
  );
  expect(checked()).toEqual(["Yard", "Sold rig", "Contains “cam”"]);
  expect(search().value).toBe("");
  ask("/?site=cam");
  await openFilter("Filter Site (on)");
  expect(search().value).toBe("cam");
  expect(checked()).toEqual([]);
  expect(chips()).toContain("Site: cam");
});

test("no more than 50 can be checked, and long lists say how to find the rest (WORK-003)", async () => {
  const names = Array.from({ length: 50 }, (_, at) => `Site ${at + 1}`);
  const at = (count: number) =>
    `/?${new URLSearchParams(names.slice(0, count).map((name) => ["site", `"${name}"`]))}`;
  ask(at(2), names);
  await openFilter("Filter Site (on)");
  await eventually(() => expect(document.body.textContent).toContain("Type to find more."));
  ask(at(50), [...names, "One more"]);
  await openFilter("Filter Site (on)");
  await eventually(() => expect(named("One more").disabled).toBe(true));
  expect(document.body.textContent).toContain("You can choose up to 50.");
  await check("Site 7");
  await eventually(() => expect(named("One more").disabled).toBe(false));
});

test("on a phone the sheet has the same boxes (WORK-003)", async () => {
  setWidth(390);
  const { search: address } = ask();
  await eventually(() => expect(control("Filter and sort")).toBeDefined());
  await click("Filter and sort");
  await eventually(() => expect(control("SiteAny")).toBeDefined());
  await click("SiteAny");
  await eventually(() => expect(boxes().map(labelOf)).toEqual(SITES));
  await check("Camp");
  await check("Yard");
  await eventually(() => expect(address()).toEqual({ site: ['"Camp"', '"Yard"'] }));
  await eventually(() => expect(control("SiteCamp, Yard")).toBeDefined());
});
