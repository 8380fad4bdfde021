import * as contract from "@mcc/contract/sites/site-records.api.ts";
import { setUpApprovalCompany } from "./approval-company.ts";
import { addPerson, addRole, type CompanyTraits, tokenFor } from "./people.ts";
import type { TestServer } from "./test-server.ts";

let made = 0;

/** A company with a site type, a warehouse and an admin, and the calls about its sites. */
export const setUpSiteCompany = async (testServer: TestServer, traits: Partial<CompanyTraits> = {}) => {
  const company = await setUpApprovalCompany(testServer, traits);
  const { companyId } = company;
  const add = async (sql: string, values: unknown[]) =>
    Number((await testServer.sql<{ id: number }>(`${sql} returning id`, [companyId, ...values]))[0]?.id);
  const type = await add("insert into site_types (company_id, name) values ($1, $2)", ["Yard"]);
  const warehouse = await add("insert into warehouses (company_id, name) values ($1, $2)", ["Houston"]);
  const admin = await company.person({ admin: true });
  const { token } = admin;
  const group = async (name: string) =>
    add("insert into organization_groups (company_id, name) values ($1, $2)", [name]);
  /** A node, with a username prefix of its own or as a buyout node. */
  const node = async (
    groupId: number,
    name: string,
    more: { parent?: number; prefix?: string; buyout?: boolean } = {},
  ) => {
    const id = await add(
      "insert into organization_nodes (company_id, group_id, name, parent_id) values ($1, $2, $3, $4)",
      [groupId, name, more.parent ?? null],
    );
    if (more.prefix)
      await testServer.sql(
        `insert into node_configurations (company_id, node_id, username_prefix, tenant_group, is_buyout_node)
         values ($1, $2, $3, 't', $4)`,
        [companyId, id, more.prefix, more.buyout ?? false],
      );
    return id;
  };
  /** All that a company without a hierarchy asks of a new site. */
  const fields = (more: object = {}) => {
    const at = ++made;
    return {
      name: `Yard ${at}`,
      division: "Drilling",
      business_unit: "Bakken",
      region: "North",
      ecommerce_username: `${company.slug}-Yard${at}`,
      ecommerce_user_email: `yard${at}@example.com`,
      site_type: type,
      siteWarehouse: warehouse,
      password: "s3cret-word",
      ...more,
    };
  };
  return {
    ...company,
    admin,
    token,
    type,
    warehouse,
    group,
    node,
    fields,
    impersonator: async () => {
      const roleId = await addRole(testServer, companyId, { impersonates: true });
      const { username } = await addPerson(testServer, companyId, { roleId });
      return tokenFor(testServer, username);
    },
    create: (body: object, as = token) =>
      testServer.call(contract.createSite, { token: as, body: body as never }),
    find: (id: unknown, as = token) => testServer.call(contract.findSite, { token: as, params: { id } }),
    update: (id: unknown, body: object, as = token) =>
      testServer.call(contract.updateSite, { token: as, params: { id }, body: body as never }),
    clone: (id: unknown, body: object, as = token) =>
      testServer.call(contract.cloneSite, { token: as, params: { id }, body: body as never }),
    removeSite: (id: unknown, as = token) =>
      testServer.call(contract.deleteSite, { token: as, params: { id } }),
    assignUsers: (id: unknown, users: unknown, as = token) =>
      testServer.call(contract.assignUsers, { token: as, params: { id }, body: { users } as never }),
    siteExists: (name: unknown, as = token) =>
      testServer.call(contract.siteExists, { token: as, body: { name } as never }),
    usernameExists: (username: unknown, as = token) =>
      testServer.call(contract.usernameExists, { token: as, body: { username } as never }),
    audited: () =>
      testServer.sql<{ action: string; record_id: string; details: Record<string, unknown> }>(
        "select action, record_id, details from audit_entries where company_id = $1 order by id",
        [companyId],
      ),
    events: () =>
      testServer.sql<{ type: string; payload: Record<string, unknown> }>(
        "select type, payload from events where company_id = $1 order by created_at",
        [companyId],
      ),
    shopUsers: () =>
      testServer.sql<{ username: string; email: string | null; password_hash: string | null }>(
        "select username, email, password_hash from shop_users where company_id = $1 order by username",
        [companyId],
      ),
  };
};
export type SiteCompany = Awaited<ReturnType<typeof setUpSiteCompany>>;
