import { signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import { hash } from "@node-rs/argon2";
import type { Owner } from "./database-owner.ts";
import type { TestServer } from "./test-server.ts";

export const PASSWORD = "Correct-Horse-1";
/** Inexpensive on purpose: tests sign in hundreds of times. */
export const PASSWORD_HASH = hash(PASSWORD, { memoryCost: 256, timeCost: 1 });

type Toggle = boolean | null;

export interface CompanyTraits {
  name: string;
  slug: string;
  approvals: Toggle;
  tracking: Toggle;
  hierarchy: Toggle;
  locationNames: boolean;
  accent: string;
  themeId: string;
}

let made = 0;

export const addCompany = async ({ sql }: Owner, traits: Partial<CompanyTraits> = {}): Promise<number> => {
  const slug = traits.slug ?? `company-${++made}`;
  const [company] = await sql<{ id: number }>(
    `insert into companies (name, slug_name, short_name, label, theme_id, accent_color)
     values ($1, $2, $2, 'Go' || $2, $3, $4) returning id`,
    [traits.name ?? slug, slug, traits.themeId ?? null, traits.accent ?? null],
  );
  const id = Number(company?.id);
  await sql(
    `insert into company_configurations (company_id, tenant_group, customer_erp_identifier, username_prefix,
       has_order_approval, has_order_tracking, has_company_hierarchy, has_location_name_required)
     values ($1, 'T', 'E', $2, $3, $4, $5, $6)`,
    [
      id,
      slug,
      traits.approvals ?? null,
      traits.tracking ?? null,
      traits.hierarchy ?? null,
      traits.locationNames ?? false,
    ],
  );
  return id;
};

export const addRole = async (
  { sql }: Owner,
  companyId: number,
  traits: { name?: string; impersonates?: boolean; tracks?: boolean } = {},
): Promise<number> => {
  const [role] = await sql<{ id: number }>(
    `insert into roles (company_id, name, can_impersonate, can_view_order_tracking) values ($1, $2, $3, $4) returning id`,
    [companyId, traits.name ?? `Role ${++made}`, traits.impersonates ?? false, traits.tracks ?? false],
  );
  return Number(role?.id);
};

export interface PersonTraits {
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  admin: boolean;
  roleId: number;
  nodeId: number;
  analytics: boolean;
  platformAdmin: boolean;
  needsFactor: boolean;
}

export const addPerson = async (
  { sql }: Owner,
  companyId: number | null,
  traits: Partial<PersonTraits> = {},
): Promise<{ id: number; username: string; email: string }> => {
  const username = traits.username ?? `person-${++made}`;
  const email = traits.email ?? `${username}@example.com`;
  const [person] = await sql<{ id: number }>(
    `insert into users (company_id, username, email, first_name, last_name, password_hash, is_company_admin,
       role_id, node_id, enable_analytics, is_mcc_admin, is_demo)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id`,
    [
      companyId,
      username,
      email,
      traits.firstName ?? "Pat",
      traits.lastName ?? "Doe",
      await PASSWORD_HASH,
      traits.admin ?? false,
      traits.roleId ?? null,
      traits.nodeId ?? null,
      traits.analytics ?? false,
      companyId === null,
      // Any other platform admin needs a second factor.
      companyId === null && !traits.needsFactor,
    ],
  );
  return { id: Number(person?.id), username, email };
};

/** Signs in as a user would and returns the token. */
export const tokenFor = async (
  { call }: TestServer,
  username: string,
  password = PASSWORD,
): Promise<string> => {
  const { status, body } = await call(signIn, { body: { username, password } });
  if (status !== 200) throw new Error(`${username} could not sign in: ${status}`);
  return body.token;
};
