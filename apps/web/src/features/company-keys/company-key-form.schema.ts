import { type CompanyKeyScope, keyKindOf } from "@mcc/contract/access/company-key-kinds.ts";
import { companyKeyMessages as says } from "@mcc/contract/company-keys/company-keys.messages.ts";
import type { CompanyKey } from "@mcc/contract/company-keys/company-keys.schema.ts";
import { requiredText } from "@mcc/contract/kit/text.ts";
import { z } from "zod";

/** The form values of a new key; the last day is local, as a browser enters it. */
export type KeyValues = {
  readonly name: string;
  readonly scopes: CompanyKeyScope[];
  readonly sites: string[];
  readonly nodes: string[];
  readonly expires_at: string;
};

export const newKeyValues: KeyValues = {
  name: "",
  scopes: ["orders:read"],
  sites: [],
  nodes: [],
  expires_at: "",
};

export const isLimited = ({ sites, nodes }: Pick<KeyValues, "sites" | "nodes">): boolean =>
  sites.length + nodes.length > 0;

/** Whether a limited key can have a scope. */
export const isForLimited = (scope: CompanyKeyScope): boolean => {
  const [kind, how] = scope.split(":") as ["orders", string];
  return how === "read" && !keyKindOf(kind).wholeCompany;
};

/** What is chosen and possible for the chosen places. */
export const scopesOf = (values: KeyValues): CompanyKeyScope[] =>
  isLimited(values) ? values.scopes.filter(isForLimited) : [...values.scopes];

/** The end of a day, where the user is. */
const endOfDay = (day: string): Date => new Date(`${day}T23:59:59.999`);
const isPast = (day: string): boolean => day !== "" && !(endOfDay(day) > new Date());

export const KeyForm = z.custom<KeyValues>().superRefine((values, context) => {
  const add = (field: keyof KeyValues, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  const [wrong] = requiredText(says.nameRequired, 100).safeParse(values.name).error?.issues ?? [];
  if (wrong) add("name", wrong.message);
  if (scopesOf(values).length === 0) add("scopes", says.scopeRequired);
  if (isPast(values.expires_at)) add("expires_at", says.past);
});

const momentOf = (day: string): string | null => (day === "" ? null : endOfDay(day).toISOString());

export const creationOf = (values: KeyValues) => ({
  name: values.name,
  scopes: scopesOf(values),
  sites: values.sites.map(Number),
  nodes: values.nodes.map(Number),
  expires_at: momentOf(values.expires_at),
});

export type ReplaceValues = { readonly hours: string; readonly expires_at: string };

const two = (part: number) => String(part).padStart(2, "0");
const localDay = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The last day of a key that has not ended; otherwise another one is chosen. */
export const lastDayOf = ({ expires_at, state }: CompanyKey): string =>
  expires_at && state !== "Expired" ? localDay(new Date(expires_at)) : "";

export const ReplaceForm = z.custom<ReplaceValues>().superRefine(({ expires_at }, context) => {
  if (isPast(expires_at)) context.addIssue({ code: "custom", path: ["expires_at"], message: says.past });
});

/** An end that was not changed stays what it was, to the second. */
export const replacementOf = (replaced: CompanyKey, { hours, expires_at }: ReplaceValues) => ({
  hours: Number(hours),
  ...(expires_at !== "" && expires_at === lastDayOf(replaced) ? {} : { expires_at: momentOf(expires_at) }),
});
