import { z } from "zod";
import { GROUP_KEY } from "./group-key.ts";
import type { Column } from "./list-columns.ts";
import { DayOrMoment } from "./moment.ts";
import { text as anyText, TEXT_MAX } from "./text.ts";

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

const chosenFrom = (options: readonly string[]) =>
  z
    .string()
    .transform((given) => options[Number(given) - 1] ?? given)
    .refine((value) => options.includes(value), `This must be one of ${options.join(", ")}.`)
    .describe(`One of ${options.map((name, index) => `${name} (${index + 1})`).join(", ")}, by name or code`);

const exactName = () => anyText().trim().describe("Matches exactly this name");

export const filterOf = (key: string, { kind, options, range = key }: Column): z.core.$ZodLooseShape => {
  if (kind === "text")
    return { [key]: anyText().trim().describe("Matches values containing this").optional() };
  if (kind === "choice") return { [key]: (options ? chosenFrom(options) : exactName()).optional() };
  if (kind === "date")
    return {
      [`${range}_after`]: DayOrMoment.describe("From this day or moment on").optional(),
      [`${range}_before`]: DayOrMoment.describe("Up to this day or moment").optional(),
    };
  return {};
};

interface Declared {
  readonly shape: z.ZodType;
  readonly withGroups: boolean;
}
/** The shape of a list's query, for the API description: its checks do not show it. */
export const listQueries = new WeakMap<z.ZodType, Declared>();

/** Not a record, which would ignore a key named __proto__. An empty value means no filter. */
const ActiveKeys = z
  .custom<Readonly<Record<string, unknown>>>((given) => typeof given === "object" && given !== null)
  .transform((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== "")));

/** Unknown keys are refused by name, never ignored. */
export const strictly = (shape: z.core.$ZodLooseShape, withGroups: boolean) => {
  const known = z.looseObject(shape);
  const query = ActiveKeys.superRefine((given, context) => {
    const complain = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [key], message });
    for (const [key, value] of Object.entries(given)) {
      const isGroup = withGroups && GROUP_KEY.test(key);
      if (!Object.hasOwn(shape, key) && !isGroup) complain(key, UNKNOWN_PARAMETER);
      else if (isGroup && (typeof value !== "string" || value.length > TEXT_MAX)) {
        complain(key, `This can't be longer than ${TEXT_MAX} characters.`);
      }
    }
  }).pipe(known);
  listQueries.set(query, { shape: known, withGroups });
  return query;
};
