import { describe, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { fieldsOf } from "./errors.ts";
import { list } from "./list.ts";
import {
  type ColumnKeyOf,
  choiceColumn,
  dateColumn,
  displayColumn,
  moneyColumn,
  nameColumn,
  namedChoiceColumn,
  type SortableKeyOf,
  textColumn,
} from "./list-columns.ts";

const things = list({
  name: "things",
  path: "/things/",
  summary: "Things",
  allow: "company:member",
  row: z.object({}),
  sort: "name",
  essentials: ["name"],
  columns: { name: textColumn("Name"), made: dateColumn("Made") },
});

/** As a query string parser creates it. */
const ask = (key: string, value: string) =>
  Object.defineProperty(Object.create(null), key, { value, enumerable: true });
const refusedFields = (query: z.ZodType, given: unknown) =>
  fieldsOf(query.safeParse(given).error?.issues ?? []);

describe("the query of a list", () => {
  test.each([
    "constructor",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "__proto__",
    "__defineGetter__",
    "nonsense",
  ])("refuses %s by name, like any undeclared key (API-006)", (key) => {
    for (const query of [things.page.query, things.suggest.query]) {
      const fields = refusedFields(query, { field: "name", ...ask(key, "1") });
      expect(Object.entries(fields)).toContainEqual([key, ["Unknown parameter."]]);
    }
  });

  test.each([
    ["limit", "0", "from 1 to 100000000000"],
    ["limit", "100000000001", "from 1 to 100000000000"],
    ["limit", "9".repeat(400), "from 1 to 100000000000"],
    ["offset", "-1", "from 0 to 100000000000"],
    ["offset", "x", "from 0 to 100000000000"],
  ])("states the valid range for a %s of %s", (key, value, bounds) => {
    const messages = [`This must be a whole number ${bounds}.`];
    expect(refusedFields(things.page.query, { [key]: value })).toEqual({ [key]: messages });
  });

  test("reports an invalid date once", () => {
    expect(refusedFields(things.page.query, { made_after: "yesterday" })).toEqual({
      made_after: [expect.stringContaining("This must be a date")],
    });
    for (const made_after of ["1899-12-31", "2200-01-01", "2026-02-30", "2026-01-01T25:00:00Z"]) {
      expect(Object.keys(refusedFields(things.page.query, { made_after }))).toEqual(["made_after"]);
    }
    for (const made_after of ["2026-03-31", "2026-03-31T06:00:00Z", "2026-03-31T06:00:00-06:00"]) {
      expect(things.page.query.parse({ made_after })).toMatchObject({ made_after });
    }
  });
});

describe("filters", () => {
  const priced = list({
    ...things,
    groups: true,
    columns: {
      state: choiceColumn("State", ["On", "Off", "Lost"]),
      owner: namedChoiceColumn("Owner"),
      price: moneyColumn("Price"),
      site: nameColumn("Site"),
    },
    sort: "state",
    essentials: ["state"],
  });
  const filtersOf = (given: object) => priced.page.query.parse(given);

  test("a choice takes one value or several, by name or code, each once (LIST-009 partly)", () => {
    expect(filtersOf({ state: "On" }).state).toEqual(["On"]);
    expect(filtersOf({ state: ["Lost", "1", "On", ""] }).state).toEqual(["Lost", "On"]);
    expect(filtersOf({ owner: ["Ada ", "Ada", "Bo"] }).owner).toEqual(["Ada", "Bo"]);
    expect(filtersOf({ group_4: "North" }).group_4).toEqual(["North"]);
    expect(filtersOf({ group_4: ["North", "South"] }).group_4).toEqual(["North", "South"]);
    expect(filtersOf({ state: ["", ""] })).not.toHaveProperty("state");
  });

  test("an unknown value among several is refused, and so are too many (LIST-009 partly)", () => {
    const fields = (given: object) => refusedFields(priced.page.query, given);
    expect(fields({ state: ["On", "Sold"] })).toEqual({ state: ["This must be one of On, Off, Lost."] });
    const many = Array.from({ length: 51 }, (_, at) => `Owner ${at}`);
    const tooMany = ["This can't have more than 50 values."];
    expect(fields({ owner: many, group_4: many })).toMatchObject({ group_4: tooMany });
    expect(fields({ owner: many })).toEqual({ owner: tooMany });
    expect(fields({ state: many.map(() => "On") })).toEqual({ state: tooMany });
    expect(fields({ owner: "x".repeat(256) })).toEqual({
      owner: ["This can't be longer than 255 characters."],
    });
  });

  test("a name takes one value or several, parts or whole names in double quotes (WORK-003 partly)", () => {
    expect(filtersOf({ site: " rig " }).site).toEqual(["rig"]);
    expect(filtersOf({ site: ["rig", '"Rig 1"', "rig ", ""] }).site).toEqual(["rig", '"Rig 1"']);
    expectTypeOf(filtersOf({}).site).toEqualTypeOf<readonly string[] | undefined>();
    const longest = "x".repeat(255);
    expect(filtersOf({ site: `"${longest}"` }).site).toEqual([`"${longest}"`]);
    const fields = (site: unknown) => refusedFields(priced.page.query, { site });
    const tooLong = { site: ["This can't be longer than 255 characters."] };
    expect(fields(`${longest}x`)).toEqual(tooLong);
    expect(fields(["rig", `"${longest}x"`])).toEqual(tooLong);
    expect(fields(Array.from({ length: 51 }, (_, at) => `"Rig ${at}"`))).toEqual({
      site: ["This can't have more than 50 values."],
    });
    expect(Object.keys(fields(["rig", "a\u0000b"]))).toEqual(["site"]);
  });

  test("a range of amounts is exact, has open ends, and ends no earlier than it begins (LIST-011 partly)", () => {
    expect(filtersOf({ price_min: "100.5", price_max: "" })).toMatchObject({ price_min: "100.50" });
    expect(filtersOf({ price_min: "7", price_max: "7.00" })).toMatchObject({
      price_min: "7.00",
      price_max: "7.00",
    });
    // Compared as amounts, not as texts: 9 is less than 10.
    expect(filtersOf({ price_min: "9", price_max: "10" })).toMatchObject({ price_max: "10.00" });
    const fields = (given: object) => Object.keys(refusedFields(priced.page.query, given));
    expect(fields({ price_min: "10.01", price_max: "10" })).toEqual(["price_max"]);
    for (const price_min of ["much", "1.005", "1e3", "1".repeat(13), ["1", "2"]]) {
      expect(fields({ price_min })).toEqual(["price_min"]);
    }
  });
});

/** The type checker reports failures here. */
describe("the columns of a list", () => {
  const others = list({
    ...things,
    name: "others",
    columns: {
      ...things.columns,
      state: choiceColumn("State", ["On", "Off"]),
      shown: displayColumn("Shown"),
    },
  });
  type Both = typeof things | typeof others;

  test("are typed by what can be done with them", () => {
    expectTypeOf<SortableKeyOf<typeof things>>().toEqualTypeOf<"name" | "made">();
    expectTypeOf<SortableKeyOf<Both>>().toEqualTypeOf<"name" | "made" | "state">();
    expectTypeOf<ColumnKeyOf<Both, "text">>().toEqualTypeOf<"name">();
    expectTypeOf<ColumnKeyOf<Both, "choice">>().toEqualTypeOf<"state">();
    expectTypeOf<ColumnKeyOf<Both, "date">>().toEqualTypeOf<"made">();
  });

  test("must all be handled, otherwise it does not compile", () => {
    const all = { name: 1, made: 2, state: 3 } satisfies Record<SortableKeyOf<typeof others>, number>;
    // @ts-expect-error the state is missing
    const some = { name: 1, made: 2 } satisfies Record<SortableKeyOf<typeof others>, number>;
    expect(Object.keys(others.columns)).toEqual([...Object.keys(all), "shown"]);
    expect(Object.keys(things.columns)).toEqual(Object.keys(some));
  });

  test("give the query its keys: a misspelt filter does not compile", () => {
    const ask = (query: z.input<typeof things.page.query>) => things.page.query.safeParse(query);
    const { data } = ask({ name: "Drill", made_after: "2026-01-01", limit: "5" });
    expect([data?.name, data?.made_after, data?.limit]).toEqual(["Drill", "2026-01-01", 5]);
    // @ts-expect-error the end of the range is called made_after
    expect(ask({ made_aftr: "2026-01-01" }).success).toBe(false);
    // @ts-expect-error and is read under that name only
    expect(data?.made_aftr).toBeUndefined();
    const renamed = list({
      ...things,
      columns: { made: dateColumn("Made", { range: "day" }) },
      sort: "made",
      essentials: ["made"],
    });
    type Renamed = keyof z.output<typeof renamed.page.query>;
    expectTypeOf<Extract<Renamed, `${string}_after`>>().toEqualTypeOf<"day_after">();
  });
});
