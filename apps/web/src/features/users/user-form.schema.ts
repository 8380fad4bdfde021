import type { SessionCompany } from "@mcc/contract/access/session.ts";
import type { DirectoryField } from "@mcc/contract/directory/directory.schema.ts";
import { NewPassword } from "@mcc/contract/sign-in/sign-in.schema.ts";
import { hasPrefix } from "@mcc/contract/sites/shop-username.ts";
import { userMessages as says } from "@mcc/contract/users/users.messages.ts";
import { KeptUsername, NewUser, type UserRow } from "@mcc/contract/users/users.schema.ts";
import { z } from "zod";
import { mayBePhone } from "../../platform/records/fields/phone-check.ts";

export type UserMode = "create" | "edit" | "clone";

/** The form values of a user. Fields have the names under which the server reports their errors. */
export type UserValues = {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: string | null;
  readonly email: string;
  readonly password: string;
  /** Sets a password by the link of the welcome e-mail, instead of getting one from the admin. */
  readonly is_invited: boolean;
  readonly node: string | null;
  readonly phone: string;
  readonly alerts_enabled: boolean;
  readonly enable_analytics: boolean;
  readonly enable_text_messages: boolean;
  readonly send_welcome_email: boolean;
  readonly clone_triggers: boolean;
  readonly sites: readonly number[];
};

/** The start of a username at a node, or in the company without one. */
export type PrefixOf = (node: string | null) => string;

const { username, first_name, last_name, email } = NewUser.shape;

/** What is wrong with a password: one that is set as the contract has it, none for a user who is invited. */
const passwordErrors = ({ password, is_invited }: UserValues, mode: UserMode): readonly string[] => {
  if (mode !== "edit" && is_invited) return [];
  if (password === "") return mode === "edit" ? [] : [says.passwordRequired];
  return NewPassword.safeParse(password).error?.issues.map(({ message }) => message) ?? [];
};

/** What the directory decides about a user who is edited; it is not checked here, nor sent. */
export const keptFields = (mode: UserMode, user: UserRow | undefined): ReadonlySet<DirectoryField> =>
  new Set(mode === "edit" ? user?.directory?.decides : []);

export const userForm = (company: SessionCompany, mode: UserMode, prefixOf: PrefixOf, user?: UserRow) => {
  const kept = keptFields(mode, user);
  const unlessKept = (field: DirectoryField, schema: z.ZodType) => (kept.has(field) ? z.string() : schema);
  return z
    .object({
      username: unlessKept("username", mode === "edit" ? KeptUsername : username),
      first_name: unlessKept("first_name", first_name),
      last_name: unlessKept("last_name", last_name),
      email: unlessKept("email", email),
      password: z.string(),
      is_invited: z.boolean(),
      node: z
        .string()
        .nullable()
        .refine(
          (node) => node !== null || kept.has("node") || !company.has_company_hierarchy,
          says.nodeRequired,
        ),
      phone: z.string().refine(mayBePhone, says.phoneFormat),
      enable_text_messages: z.boolean(),
    })
    .refine(({ phone, enable_text_messages: isNeeded }) => !isNeeded || phone.trim() !== "", {
      path: ["phone"],
      error: says.phoneRequired,
    })
    .superRefine((values, context) => {
      for (const message of passwordErrors(values as UserValues, mode))
        context.addIssue({ code: "custom", path: ["password"], message });
    })
    .superRefine((values, context) => {
      const { username: given, node } = values as UserValues;
      const prefix = prefixOf(node);
      if (mode !== "edit" || kept.has("username") || given === "" || hasPrefix(given, prefix)) return;
      context.addIssue({ code: "custom", path: ["username"], message: says.usernamePrefix(prefix) });
    }) as unknown as z.ZodType<unknown, UserValues>;
};

export const newUser: UserValues = {
  username: "",
  first_name: "",
  last_name: "",
  role: null,
  email: "",
  password: "",
  is_invited: true,
  node: null,
  phone: "",
  alerts_enabled: true,
  enable_analytics: false,
  enable_text_messages: false,
  send_welcome_email: false,
  clone_triggers: false,
  sites: [],
};

const idOf = (id: number | null | undefined): string | null => (id ? String(id) : null);

/** A clone has its own name, address and password. */
export const valuesOf = (user: UserRow, mode: UserMode): UserValues => ({
  ...newUser,
  ...(mode === "clone"
    ? {}
    : { username: user.username, first_name: user.first_name, last_name: user.last_name, email: user.email }),
  role: idOf(user.role?.id),
  node: idOf(user.node),
  phone: mode === "clone" ? "" : (user.phone ?? ""),
  alerts_enabled: user.alerts_enabled,
  enable_analytics: user.enable_analytics,
  enable_text_messages: mode === "edit" && user.enable_text_messages,
  sites: user.sites.map(({ id }) => id),
});

const numberOf = (id: string | null): number | null => (id === null ? null : Number(id));

interface PayloadContext {
  readonly company: SessionCompany;
  readonly mode: UserMode;
  /** The name of the role, which is the user's title. */
  readonly title: string | undefined;
  /** The user who is edited or cloned. */
  readonly user?: UserRow;
}

/** What the directory decides stays as it is, so that it is not sent. */
const SENT_AS: Readonly<Partial<Record<DirectoryField, readonly string[]>>> = {
  username: ["username", "ecommerce_username"],
  role: ["role_id", "title"],
  sites: ["sites", "sites_before"],
};

const withoutKept = <Payload extends object>(
  payload: Payload,
  fields: ReadonlySet<DirectoryField>,
): Payload => {
  const kept = new Set([...fields].flatMap((field) => SENT_AS[field] ?? [field]));
  return Object.fromEntries(Object.entries(payload).filter(([name]) => !kept.has(name))) as Payload;
};

/** What is sent for a user (USER-045). */
const fullPayload = (
  { role, node, sites, clone_triggers, is_invited, ...values }: UserValues,
  { company, mode, title, user }: PayloadContext,
) => ({
  ...values,
  ...(mode !== "edit" && is_invited ? { password: "", send_welcome_email: true } : {}),
  title,
  role_id: numberOf(role),
  ecommerce_username: values.username,
  groups: user?.groups.map(({ id }) => id) ?? [],
  ...(company.has_company_hierarchy ? { node: numberOf(node) } : {}),
  ...(company.has_company_hierarchy || mode === "create" ? {} : { sites: [...sites] }),
  ...(mode === "edit" && !company.has_company_hierarchy
    ? { sites_before: user?.sites.map(({ id }) => id) }
    : {}),
  ...(mode === "clone" ? { clone_triggers } : {}),
});

export const payloadOf = (values: UserValues, context: PayloadContext) =>
  withoutKept(fullPayload(values, context), keptFields(context.mode, context.user));
