import { z } from "zod";
import { GROUP_KEY } from "./group-key.ts";
import type { Column, Columns } from "./list-columns.ts";
import { DayOrMoment } from "./moment.ts";
import { Amount, centsOf } from "./money.ts";
import { wholeName } from "./name-values.ts";
import { rangeKeysOf } from "./range-keys.ts";
import { text as anyText } from "./text.ts";

export const UNKNOWN_PARAMETER = "Unknown parameter.";

/** A whole number in a query string. */
export const digits = (least: number, most: number) => {
  const message = `This must be a whole number from ${least} to ${most}.`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= least && value <= most, message);
};

/** A filter that takes several values, sent as a repeated parameter, has at most so many. */
export const MAX_VALUES = 50;
const TOO_MANY_VALUES = `This can't have more than ${MAX_VALUES} values.`;

/** One value or several, as a query string has them; what is sent twice counts once. */
const oneOrSeveral = (check: (value: string) => string | undefined) =>
  z
    .union([z.string(), z.array(z.string())], { error: "This field must be text." })
    .transform((given, context): readonly string[] => {
      const values = typeof given === "string" ? [given] : given;
      const complaints =
        values.length > MAX_VALUES ? [TOO_MANY_VALUES] : values.flatMap((value) => check(value) ?? []);
      for (const message of new Set(complaints)) context.addIssue({ code: "custom", message });
      return [...new Set(values)];
    });

/** The options that a value means: one by its name or code; where options can be typed, all that contain it. */
const namesIn = (options: readonly string[], given: string, typed = false): readonly string[] => {
  const exact = options[Number(given) - 1] ?? options.find((name) => name === given);
  if (exact !== undefined || !typed) return exact === undefined ? [] : [exact];
  const part = given.trim().toLowerCase();
  return options.filter((name) => name.toLowerCase().includes(part));
};

const chosenFrom = ({ options = [], aliases = {}, typed }: Column) => {
  const chosen = (given: string) =>
    namesIn(options, Object.hasOwn(aliases, given) ? (aliases[given] ?? given) : given, typed);
  const how = typed ? "by name, part of a name or code" : "by name or code";
  return oneOrSeveral((given) =>
    chosen(given).length > 0 ? undefined : `This must be one of ${options.join(", ")}.`,
  )
    .transform((values): readonly string[] => [...new Set(values.flatMap(chosen))])
    .describe(
      `One or several of ${options.map((name, index) => `${name} (${index + 1})`).join(", ")}, ${how}`,
    );
};

const ExactName = anyText().trim();
export const exactNames = () =>
  oneOrSeveral((given) => ExactName.safeParse(given).error?.issues[0]?.message)
    .transform((values): readonly string[] => [...new Set(values.map((name) => name.trim()))])
    .describe("Matches exactly this name, or any of several");

/** Without the quotation marks of a whole name, which are no part of it. */
const checkName = (given: string): string | undefined =>
  ExactName.safeParse(wholeName(given.trim()) ?? given).error?.issues[0]?.message;
const namesOrParts = () =>
  oneOrSeveral(checkName)
    .transform((values): readonly string[] => [...new Set(values.map((name) => name.trim()))])
    .describe(
      'Matches values containing this, or any of several; in double quotes, such as "Rig 1", exactly this name',
    );

export const filterOf = (key: string, column: Column): z.core.$ZodLooseShape => {
  const { kind, options, several } = column;
  if (kind === "text" && several) return { [key]: namesOrParts().optional() };
  if (kind === "text")
    return { [key]: anyText().trim().describe("Matches values containing this").optional() };
  if (kind === "choice") return { [key]: (options ? chosenFrom(column) : exactNames()).optional() };
  const range = rangeKeysOf(key, column);
  if (!range) return {};
  const [from, to] = range;
  return kind === "date"
    ? {
        [from]: DayOrMoment.describe("From this day or moment on").optional(),
        [to]: DayOrMoment.describe("Up to this day or moment").optional(),
      }
    : {
        [from]: Amount.describe("This amount or more").optional(),
        [to]: Amount.describe("This amount or less").optional(),
      };
};

/** A range of amounts that ends before it begins is a mistake; one of days finds nothing. */
const checkAmounts =
  (columns: Columns) =>
  (given: Readonly<Record<string, unknown>>, context: z.core.$RefinementCtx): void => {
    for (const [key, column] of Object.entries(columns)) {
      const [from, to] = (column.kind === "money" && rangeKeysOf(key, column)) || [];
      if (!from || !to || given[from] === undefined || given[to] === undefined) continue;
      if (centsOf(String(given[from])) <= centsOf(String(given[to]))) continue;
      context.addIssue({ code: "custom", path: [to], message: `This can't be less than ${from}.` });
    }
  };

interface Declared {
  readonly shape: z.ZodType;
  readonly withGroups: boolean;
}
/** The shape of a list's query, for the API description: its checks do not show it. */
export const listQueries = new WeakMap<z.ZodType, Declared>();

/** An empty value means no filter. */
const isGiven = (value: unknown): boolean => value !== "";
const givenOnly = (value: unknown): unknown => {
  if (!Array.isArray(value)) return value;
  const given = value.filter(isGiven);
  return given.length === 0 ? "" : given;
};

/** Not a record, which would ignore a key named __proto__. */
const ActiveKeys = z
  .custom<Readonly<Record<string, unknown>>>((given) => typeof given === "object" && given !== null)
  .transform((given) =>
    Object.fromEntries(
      Object.entries(given)
        .map(([key, value]) => [key, givenOnly(value)] as const)
        .filter(([, value]) => isGiven(value)),
    ),
  );

const GroupNames = exactNames();

/** Unknown keys are refused by name, never ignored. */
export const strictly = (shape: z.core.$ZodLooseShape, withGroups: boolean, columns: Columns = {}) => {
  const known = z.looseObject(shape);
  const query = ActiveKeys.transform((given, context) => {
    const groups: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(given)) {
      if (Object.hasOwn(shape, key)) continue;
      const names = withGroups && GROUP_KEY.test(key) ? GroupNames.safeParse(value) : undefined;
      if (names?.success) groups[key] = names.data;
      const complaints = names
        ? (names.error?.issues ?? []).map(({ message }) => message)
        : [UNKNOWN_PARAMETER];
      for (const message of complaints) context.addIssue({ code: "custom", path: [key], message });
    }
    return { ...given, ...groups };
  })
    .pipe(known)
    .superRefine(checkAmounts(columns));
  listQueries.set(query, { shape: known, withGroups });
  return query;
};
