import { z } from "zod";
import { KeptByDirectory } from "../directory/directory.schema.ts";
import { bodyId, bodyIds } from "../kit/id.ts";
import { requiredEmail, requiredText, requiredTextArea, text } from "../kit/text.ts";
import { SiteGroup } from "../orders/orders.schema.ts";
import { NewPassword } from "../sign-in/sign-in.schema.ts";
import { isPlainUsername, normalUsername } from "./usernames.rules.ts";
import { userMessages as says } from "./users.messages.ts";

/** The number of sites listed in a row; the rest are counted. */
export const SITES_IN_ROW = 4;

const Named = z.object({ id: z.number(), name: z.string() });

/** A user, in the list and on the page of one. */
export const UserRow = z.object({
  id: z.number(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  last_login: z.iso.datetime().nullable(),
  role: Named.nullable(),
  /** The node of the user and those above it, by group. */
  groups: z.array(SiteGroup),
  /** The nodes above the sites that are listed, by group. */
  site_groups: z.array(SiteGroup),
  /** The sites of the user by name: the first ones, or all of them. Company admins see every site besides. */
  sites: z.array(Named),
  sites_count: z.number(),
  /** The sites that a policy limits the user to, by name; with `hasPolicies` the first ones, with `withSites` all. */
  policy_sites: z.array(Named).optional(),
  policy_sites_count: z.number().optional(),
  alerts_enabled: z.boolean(),
  enable_analytics: z.boolean(),
  enable_text_messages: z.boolean(),
  phone: z.string().nullable(),
  node: z.number().nullable(),
  has_approval_rule: z.boolean(),
  is_company_admin: z.boolean(),
  is_approver: z.boolean(),
  /** A user who is not active cannot sign in or approve; their name and rules stay. */
  is_active: z.boolean(),
  is_invited: z
    .boolean()
    .describe("Has neither a password nor signed in yet: the link of an invitation sets a password"),
  directory: KeptByDirectory.nullable(),
  company: z.object({
    id: z.number(),
    short_name: z.string(),
    has_company_hierarchy: z.boolean(),
    has_location_name_required: z.boolean(),
  }),
});
export type UserRow = z.output<typeof UserRow>;

/** What selectors need of a user; the username tells users of the same name apart. */
export const LiteUser = UserRow.pick({
  id: true,
  username: true,
  first_name: true,
  last_name: true,
  is_company_admin: true,
});
export type LiteUser = z.output<typeof LiteUser>;

const Switch = z.boolean({ error: "This must be true or false." });
/** A form may send null or nothing for a choice that was not made. */
const Chosen = bodyId().nullish();

const hasNoAt = (username: string): boolean => !username.includes("@");

/** A username that may be one from before: whoever has it keeps it. */
export const KeptUsername = requiredTextArea(says.usernameRequired)
  .trim()
  .refine(hasNoAt, says.usernameCharacters);

/** A new username: it cannot be taken for one that exists, because of characters that look like others or like nothing. */
export const Username = requiredTextArea(says.usernameRequired)
  .overwrite(normalUsername)
  .refine(hasNoAt, says.usernameCharacters)
  .refine(isPlainUsername, says.usernamePlain);

/** Empty stands for none. */
const Password = z.preprocess((given) => given || undefined, NewPassword.optional());

const fields = {
  username: Username,
  first_name: requiredText(says.firstNameRequired).trim(),
  last_name: requiredText(says.lastNameRequired).trim(),
  title: text().describe("Not stored: the name of the role is the title").nullish(),
  email: requiredEmail(says.emailRequired, says.emailFormat),
  send_welcome_email: Switch.optional(),
  enable_analytics: Switch.optional(),
  alerts_enabled: Switch.optional(),
  enable_text_messages: Switch.optional(),
  phone: text(50).trim().describe("With its country, or of the United States").nullish(),
  role_id: Chosen,
  ecommerce_username: text().describe("Not read: it equals the username").nullish(),
  node: Chosen.describe("Required in a company with a hierarchy"),
  sites: bodyIds().describe("In a company without a hierarchy: the sites of the user").optional(),
  groups: z
    .array(z.unknown())
    .max(1_000)
    .describe("Not read: the node decides to which groups a user belongs")
    .nullish(),
};

const newFields = {
  ...fields,
  password: Password.describe("Empty for a user who is invited: the welcome e-mail has a link to set one"),
};

/** Who gets no password is invited by the welcome e-mail. Checked beside the errors of other fields. */
const hasWayIn = z.refine<{ password?: unknown; send_welcome_email?: unknown }>(
  ({ password, send_welcome_email }) => password !== undefined || send_welcome_email === true,
  { path: ["password"], error: says.passwordRequired, when: () => true },
);

export const NewUser = z.object(newFields).check(hasWayIn);
export type NewUser = z.output<typeof NewUser>;

export const UserClone = z
  .object({
    ...newFields,
    clone_triggers: Switch.describe("Copies which alert rules are enabled, with their values").optional(),
  })
  .check(hasWayIn);
export type UserClone = z.output<typeof UserClone>;

/** Omitted fields keep their values; an empty password keeps the password. */
export const UserChanges = z
  .object({
    ...fields,
    username: KeptUsername,
    password: Password,
    sites_before: bodyIds().describe(
      "The list the new one is based on: changes made by other users since then are kept",
    ),
    id: z.unknown().describe("Not read: the path says whose"),
  })
  .partial();
export type UserChanges = z.output<typeof UserChanges>;

/** The sites that a user gets in addition to those they have. */
export const AssignedSites = z.object({
  user: bodyId(),
  sites_list: z
    .array(z.object({ site: bodyId(), is_admin: Switch.default(true) }), {
      error: "This must be a list of sites.",
    })
    .max(50_000),
});
export type AssignedSites = z.output<typeof AssignedSites>;
