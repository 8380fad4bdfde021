import { beforeEach, expect, test } from "vitest";
import { dialogForm } from "../../testing/dialog-form.ts";
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
import { renderPage } from "../../testing/render-page.tsx";
import {
  ann,
  ben,
  locatedAdmin,
  refusal,
  siteAdmin,
  siteRow,
  siteServer,
} from "../../testing/site-server.ts";
import { SitesPage } from "./sites-page.tsx";

beforeEach(() => {
  setWidth(1440);
  clearToasts();
});

const titled = (words: string) => eventually(() => expect(dialogForm.title()).toBe(words));
const buttons = () => texts("[role=dialog] form > div:last-child button");
/** The same element in every step: screen readers say what changes in it. */
const announced = () => find("[role=dialog] p[role=status]");
const stepShown = () => announced()?.textContent;
const taken = () => ({ exists: true });

const open = async (who: typeof siteAdmin, answers: Parameters<typeof siteServer>[1] = {}) => {
  const served = siteServer([], answers);
  renderPage(SitesPage, who, served.server);
  await eventually(() => expect(control("Create Site")).toBeDefined());
  await click("Create Site");
  await titled("Create New Site");
  return served;
};

const fillSite = async (name = "north 7") => {
  await fill("Name", name);
  await fill("Email", "north@example.com");
  await choose("Type", "Drill rig");
  await choose("Warehouse Name", "Houston");
  await fill("Division", "Drilling");
  await fill("Business Unit", "Bakken");
  await fill("Region", "North");
};

const SITE = {
  name: "north 7",
  location_name: "",
  division: "Drilling",
  business_unit: "Bakken",
  region: "North",
  ecommerce_user_email: "north@example.com",
  site_type: 3,
  siteWarehouse: 2,
  enable_analytics: true,
};

test("a site is created in three steps: itself, its shop user with a generated password, its users (SITE-025, SITE-026, SITE-027, SITE-028, SITE-032, SITE-055, SITE-057, SITE-059, SITE-060 partly)", async () => {
  const created = siteRow(9, { name: "north 7" });
  const { sentTo } = await open(siteAdmin, {
    "POST /sites/": () => created,
    "POST /sites/9/assign_users/": () => ({ detail: "Users assigned succesfully" }),
  });
  expect(buttons()).toEqual(["Cancel", "NEXT"]);
  const region = announced();
  expect(stepShown()).toBe("Step 1 of 3: Create New Site");
  await fillSite();
  await click("NEXT");
  await titled("Create Shop User");
  expect(buttons()).toEqual(["BACK", "SAVE SITE"]);
  expect(stepShown()).toBe("Step 2 of 3: Create Shop User");
  expect(sentTo("POST /sites/exists/").at(-1)?.body).toEqual({ name: "north 7" });
  expect(sentTo("POST /accounts/user/exists/").at(-1)?.body).toEqual({ username: "acme-DrillRigNorth7" });
  expect(field("Shop").value).toBe("acme-DrillRigNorth7");
  const password = field("Password").value;
  expect(password).toMatch(/^[A-Za-z2-9]{10}$/);
  await click("Generate another password");
  expect(field("Password").value).toMatch(/^[A-Za-z2-9]{10}$/);
  expect(field("Password").value).not.toBe(password);
  await click("BACK");
  await titled("Create New Site");
  expect(field("Division").value).toBe("Drilling");
  await click("NEXT");
  await titled("Create Shop User");
  const shown = field("Password").value;
  expect(sentTo("POST /sites/").filter(({ path }) => path === "/sites/")).toEqual([]);
  await click("SAVE SITE");
  await titled("Assign Users to Site");
  const [creation] = sentTo("POST /sites/").filter(({ path }) => path === "/sites/");
  expect(creation?.body).toEqual({ ...SITE, ecommerce_username: "acme-DrillRigNorth7", password: shown });
  expect(toasts()).toEqual(["Site successfully created"]);
  expect(buttons()).toEqual(["Skip", "SAVE USERS"]);
  expect(stepShown()).toBe("Step 3 of 3: Assign Users to Site");
  expect(announced()).toBe(region);
  await eventually(() => expect(all("[role=dialog] input[type=checkbox]")).toHaveLength(2));
  expect(texts("[role=dialog] fieldset label")).toEqual(["Ann Doe acme-ann", "Ben Doe acme-ben"]);
  for (const box of all("[role=dialog] input[type=checkbox]")) box.click();
  await eventually(() => expect(find("[role=dialog] form [role=status]")?.textContent).toBe("2 selected"));
  await click("SAVE USERS");
  await eventually(() => expect(toasts().at(-1)).toBe("Users assigned succesfully"));
  expect(sentTo("POST /sites/9/assign_users/")[0]?.body).toEqual({ users: [ann.id, ben.id] });
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
});

test("division, business unit and region suggest the values in use, and take others (WORK-016 partly)", async () => {
  const { sentTo } = await open(siteAdmin, {
    "GET /sites/suggestions/": () => ({ results: ["Drilling", "Dredging"] }),
  });
  for (const [label, column] of [
    ["Division", "division"],
    ["Business Unit", "business_unit"],
    ["Region", "region"],
  ] as const) {
    // The dialog focuses its first field by itself, at a moment of its own.
    await eventually(() => {
      field(label).focus();
      expect(field(label).getAttribute("aria-expanded")).toBe("true");
    });
    await choose(label, "Dredging");
    expect(field(label).value).toBe("Dredging");
    const asked = sentTo("GET /sites/suggestions/").map(({ query }) => query);
    expect(asked.some((query) => query.includes(`field=${column}`))).toBe(true);
    await fill(label, "Diving");
    expect(field(label).value).toBe("Diving");
  }
});

test("a chosen business unit fills in the empty fields that are the same at all of its sites", async () => {
  const suggested: Readonly<Record<string, readonly string[]>> = {
    business_unit: ["Bakken"],
    division: ["Drilling", "Services"],
    region: ["North"],
  };
  const { sentTo } = await open(siteAdmin, {
    "GET /sites/suggestions/": (_body, query) => ({
      results: suggested[query.get("field") ?? ""],
    }),
  });
  await eventually(() => {
    field("Business Unit").focus();
    expect(field("Business Unit").getAttribute("aria-expanded")).toBe("true");
  });
  await choose("Business Unit", "Bakken");
  await eventually(() => expect(field("Region").value).toBe("North"));
  expect(field("Division").value).toBe("");
  const asked = sentTo("GET /sites/suggestions/").map(({ query }) => query);
  expect(asked).toContain("?field=region&business_unit=Bakken");
});

test("a site whose shop user exists is created at once (SITE-027)", async () => {
  const { sentTo } = await open(siteAdmin, {
    "POST /accounts/user/exists/": taken,
    "POST /sites/": () => siteRow(9),
  });
  await fillSite();
  await click("NEXT");
  await titled("Assign Users to Site");
  const [creation] = sentTo("POST /sites/").filter(({ path }) => path === "/sites/");
  expect(creation?.body).toEqual({ ...SITE, ecommerce_username: "acme-DrillRigNorth7" });
});

test("a shop user that the company may not use is changed in the second step", async () => {
  await open(siteAdmin, {
    "POST /accounts/user/exists/": taken,
    "POST /sites/": () => refusal(400, { ecommerce_username: ["This username is already in use."] }),
  });
  await fillSite();
  await click("NEXT");
  await titled("Create Shop User");
  expect(dialogForm.errors()).toEqual(["This username is already in use."]);
  expect(field("Password").value).toHaveLength(10);
});

test("with a hierarchy a site has a node, whose prefix its shop user gets, and no users are assigned (SITE-029)", async () => {
  const { sentTo } = await open(locatedAdmin, { "POST /sites/": () => siteRow(9) });
  expect(all("[role=dialog] label").map(({ textContent }) => textContent?.replace(/ \*$/, ""))).toEqual([
    ...["Name", "Location Name", "Email", "Type", "Warehouse Name", "Node", "Enable Analytics"],
  ]);
  await fill("Name", "Pit Yard");
  await fill("Location Name", "Gate 4");
  await fill("Email", "pit@example.com");
  await choose("Type", "Yard");
  await choose("Warehouse Name", "Houston");
  await choose("Node", "NorthCorp");
  await click("NEXT");
  await titled("Create Shop User");
  expect(field("Shop").value).toBe("nor-PitYard");
  await click("SAVE SITE");
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
  expect(toasts()).toEqual(["Site successfully created"]);
  const [creation] = sentTo("POST /sites/").filter(({ path }) => path === "/sites/");
  expect(creation?.body).toMatchObject({ location_name: "Gate 4", organization_node: 5 });
});

test("what is missing is said under each field, as the company requires it (SITE-036, SITE-037, SITE-038, SITE-039, SITE-041, SITE-042, SITE-043, SITE-044, SITE-045, SITE-046, SITE-047, SITE-048, SITE-049, SITE-050)", async () => {
  const { sentTo } = await open(siteAdmin);
  await click("NEXT");
  await eventually(() =>
    expect(dialogForm.errors()).toEqual([
      "Name field is required",
      "Email field is required",
      "Type field is required",
      "Warehouse Name is required",
      "Division field is required",
      "Business Unit field is required",
      "Region field is required",
    ]),
  );
  await fillSite();
  await fill("Email", "north@");
  await fill("Division", "x".repeat(51));
  await fill("Business Unit", "x".repeat(51));
  expect(dialogForm.errors()).toEqual([
    "Incorrect email format",
    "Division field can't be longer than 50 characters.",
    "Business Unit field can't be longer than 50 characters.",
  ]);
  await fill("Email", "north@example.com");
  await fill("Division", "x".repeat(50));
  await fill("Business Unit", "x".repeat(50));
  await click("NEXT");
  await titled("Create Shop User");
  await fill("Shop", "");
  await fill("Password", "");
  await click("SAVE SITE");
  await eventually(() =>
    expect(dialogForm.errors()).toEqual(["Shop field is required", "Password field is required"]),
  );
  expect(sentTo("POST /sites/").filter(({ path }) => path === "/sites/")).toEqual([]);
  await open(locatedAdmin);
  await click("NEXT");
  await eventually(() =>
    expect(dialogForm.errors()).toEqual([
      "Name field is required",
      "Location Name field is required",
      "Email field is required",
      "Type field is required",
      "Warehouse Name is required",
      "Node field is required",
    ]),
  );
});

test("a name that is taken is said when the field is left, and before the next step (SITE-040)", async () => {
  const { sentTo } = await open(siteAdmin, {
    "POST /sites/exists/": (body) =>
      (body as { name: string }).name === "north 7" ? taken() : refusal(404, { detail: "Not found." }),
  });
  await fill("Name", "north 7");
  await eventually(() => expect(dialogForm.errors()).toEqual(["Site with this name already exists"]));
  await fill("Name", "north 8");
  await eventually(() => expect(sentTo("POST /sites/exists/")).toHaveLength(2));
  expect(dialogForm.errors()).toEqual([]);
  await fillSite("north 7");
  await click("NEXT");
  await eventually(() => expect(dialogForm.errors()).toEqual(["Site with this name already exists"]));
  expect(dialogForm.title()).toBe("Create New Site");
});

test("the server's first message about a field appears under it, in the step that has the field (SITE-051)", async () => {
  await open(siteAdmin, {
    "POST /sites/": () =>
      refusal(400, {
        name: ["Name refused.", "Another reason."],
        division: ["Division refused."],
        business_unit: ["Unit refused."],
        siteWarehouse: ["There is no such warehouse."],
      }),
  });
  await fillSite();
  await click("NEXT");
  await titled("Create Shop User");
  await click("SAVE SITE");
  await titled("Create New Site");
  expect(dialogForm.errors()).toEqual([
    "Name refused.",
    "There is no such warehouse.",
    "Division refused.",
    "Unit refused.",
  ]);
  const tree = await open(locatedAdmin, {
    "POST /sites/": () =>
      refusal(400, { location_name: ["Location refused."], organization_node: ["There is no such node."] }),
  });
  await fill("Name", "Pit Yard");
  await fill("Location Name", "Gate 4");
  await fill("Email", "pit@example.com");
  await choose("Type", "Yard");
  await choose("Warehouse Name", "Houston");
  await choose("Node", "NorthCorp");
  await click("NEXT");
  await titled("Create Shop User");
  await click("SAVE SITE");
  await titled("Create New Site");
  expect(dialogForm.errors()).toEqual(["Location refused.", "There is no such node."]);
  expect(tree.sentTo("POST /sites/9/assign_users/")).toEqual([]);
});

test("failures are told in toasts, and nothing that was typed is lost (SITE-022, SITE-024, SITE-058, SITE-060)", async () => {
  const down = () => refusal(400, { detail: "x" });
  const { sentTo } = await open(siteAdmin, {
    "GET /sites/site-type/": down,
    "GET /sites/list-warehouses/": down,
  });
  await eventually(() =>
    expect(toasts().toSorted()).toEqual([
      "There has been an error fetching site types",
      "There was an error fetching Warehouses",
    ]),
  );
  expect(sentTo("POST")).toEqual([]);
  clearToasts();
  let isDown = true;
  await open(siteAdmin, {
    "POST /sites/": () => (isDown ? refusal(500, { detail: "x" }) : siteRow(9)),
    "POST /sites/9/assign_users/": down,
  });
  await fillSite();
  await click("NEXT");
  await titled("Create Shop User");
  await click("SAVE SITE");
  await eventually(() => expect(toasts()).toEqual(["There has been an error. Try again later"]));
  expect(dialogForm.title()).toBe("Create Shop User");
  isDown = false;
  await click("SAVE SITE");
  await titled("Assign Users to Site");
  await eventually(() => expect(all("[role=dialog] input[type=checkbox]")).toHaveLength(2));
  all("[role=dialog] input[type=checkbox]")[0]?.click();
  await eventually(() => expect(find("[role=dialog] form [role=status]")?.textContent).toBe("1 selected"));
  await click("SAVE USERS");
  await eventually(() =>
    expect(toasts().at(-1)).toBe("There has been an error while assigning Users to the Site"),
  );
  expect(dialogForm.title()).toBe("Assign Users to Site");
});

test("closing asks while something would be lost", async () => {
  await open(siteAdmin);
  await click("Cancel");
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
  await click("Create Site");
  await titled("Create New Site");
  await fill("Name", "north 7");
  await click("Cancel");
  await eventually(() => expect(control("Stay")).toBeDefined());
  await click("Stay");
  expect(field("Name").value).toBe("north 7");
  await click("Cancel");
  await eventually(() => expect(control("Leave")).toBeDefined());
  await click("Leave");
  await eventually(() => expect(find("[role=dialog]")).toBeNull());
  await click("Create Site");
  await titled("Create New Site");
  expect(field("Name").value).toBe("");
});
