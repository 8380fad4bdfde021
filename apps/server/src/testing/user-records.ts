import {
  assignUserToSites,
  cloneUser,
  createUser,
  deleteUser,
  findUser,
  updateUser,
  userList,
  userSites,
} from "@mcc/contract/users/users.api.ts";
import { setUpApprovalCompany } from "./approval-company.ts";
import type { TestServer } from "./test-server.ts";

let made = 0;

/** A company with an admin who works on its users. */
export const setUpUserCompany = async (
  testServer: TestServer,
  traits: Parameters<typeof setUpApprovalCompany>[1] = {},
) => {
  const company = await setUpApprovalCompany(testServer, traits);
  const admin = await company.person({ admin: true });
  const { token } = admin;
  const [group] = await testServer.sql<{ id: number }>(
    "insert into organization_groups (company_id, name) values ($1, 'Region') returning id",
    [company.companyId],
  );

  /** A node, with a username prefix of its own if one is given. */
  const node = async (name: string, parent: number | null = null, prefix?: string): Promise<number> => {
    const [row] = await testServer.sql<{ id: number }>(
      "insert into organization_nodes (company_id, group_id, name, parent_id) values ($1, $2, $3, $4) returning id",
      [company.companyId, group?.id, name, parent],
    );
    if (prefix)
      await testServer.sql(
        "insert into node_configurations (company_id, node_id, username_prefix, tenant_group) values ($1, $2, $3, 't')",
        [company.companyId, row?.id, prefix],
      );
    return Number(row?.id);
  };

  /** What the form sends for a new user. */
  const form = (more: object = {}) => {
    const n = ++made;
    return {
      username: `${company.slug}-ann${n}.lee`,
      first_name: `Ann${n}`,
      last_name: "Lee",
      password: "Correct-Horse-2",
      email: `ann${n}.lee@example.com`,
      ...more,
    };
  };

  return {
    ...company,
    admin,
    token,
    group: Number(group?.id),
    node,
    form,
    list: (query: object = {}) => testServer.call(userList.page, { token, query: query as never }),
    suggest: (query: object) => testServer.call(userList.suggest, { token, query: query as never }),
    find: (id: unknown, query: object = {}) => testServer.call(findUser, { token, params: { id }, query }),
    create: (more: object = {}) => testServer.call(createUser, { token, body: form(more) as never }),
    update: (id: number, body: object) => testServer.call(updateUser, { token, params: { id }, body }),
    remove: (id: number, as = token) => testServer.call(deleteUser, { token: as, params: { id } }),
    clone: (id: number, more: object = {}) =>
      testServer.call(cloneUser, { token, params: { id }, body: form(more) as never }),
    sitesOf: (id: number, query: object = {}) =>
      testServer.call(userSites, { token, params: { id }, query: query as never }),
    assignSites: (body: object) => testServer.call(assignUserToSites, { token, body: body as never }),
    audited: () =>
      testServer.sql<{ action: string; record_id: string; details: Record<string, unknown> }>(
        "select action, record_id, details from audit_entries where company_id = $1 order by id",
        [company.companyId],
      ),
  };
};
