import { randomUUID } from "node:crypto";
import { openOwner } from "@mcc/server/src/testing/database-owner.ts";
import { addSite } from "@mcc/server/src/testing/integration.ts";
import { addCompany, addPerson, addRole } from "@mcc/server/src/testing/people.ts";
import { databaseUrl } from "../scripts/database-url.ts";

const openDatabaseOwner = () => openOwner(databaseUrl({ MCC_DATA_DIR: process.env.E2E_DATA_DIR }));

/** A query as the owner of the tables, for what no endpoint sets or shows yet. */
export const queryDatabase = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> => {
  const owner = openDatabaseOwner();
  try {
    return (await owner.sql(text, values)) as Row[];
  } finally {
    await owner.close();
  }
};

const addNodes = async (
  { sql }: Pick<ReturnType<typeof openOwner>, "sql">,
  companyId: number,
  nodes: Readonly<Record<string, string | null>>,
): Promise<void> => {
  let root: unknown = null;
  for (const [name, prefix] of Object.entries(nodes)) {
    const [group] = await sql(
      "insert into organization_groups (company_id, name) values ($1, 'Group of ' || $2) returning id",
      [companyId, name],
    );
    const [node] = await sql(
      "insert into organization_nodes (company_id, group_id, name, parent_id) values ($1, $2, $3, $4) returning id",
      [companyId, group?.id, name, root],
    );
    root ??= node?.id;
    if (prefix !== null)
      await sql(
        "insert into node_configurations (company_id, node_id, username_prefix, tenant_group) values ($1, $2, $3, 'T')",
        [companyId, node?.id, prefix],
      );
  }
};

/**
 * A separate company for one browser test, with approvals on: its changes do not affect other tests. There is no
 * endpoint for companies yet, so it is inserted like in the server tests. Its users sign in with the password of the
 * demo. Each of `roles` has one user, who is named like the role and sees two of the three sites.
 */
export const openOwnCompany = async <Role extends string>({
  roles,
  nodes = {},
}: {
  roles: readonly Role[];
  /** With nodes the company has a hierarchy: the first is the root, each has a username prefix of its own or none. */
  nodes?: Readonly<Record<string, string | null>>;
}) => {
  const owner = openDatabaseOwner();
  try {
    const slug = `own-${randomUUID().slice(0, 8)}`;
    const companyId = await addCompany(owner, {
      slug,
      approvals: true,
      hierarchy: Object.keys(nodes).length > 0 ? true : null,
    });
    await addNodes(owner, companyId, nodes);
    const site = await addSite(owner, companyId, { shopUser: `${slug}-shop`, name: "First Site" });
    const second = await addSite(owner, companyId, { shopUser: `${slug}-second`, name: "Second Site" });
    const other = await addSite(owner, companyId, { shopUser: `${slug}-other`, name: "Other Site" });
    await owner.sql("insert into site_types (company_id, name) values ($1, 'Yard')", [companyId]);
    await owner.sql("insert into warehouses (company_id, name) values ($1, 'Houston')", [companyId]);
    const admin = `${slug}-admin`;
    await addPerson(owner, companyId, { username: admin, firstName: "Ada", lastName: "Admin", admin: true });
    const made: [Role, { id: number; roleId: number; username: string }][] = [];
    for (const name of roles) {
      const roleId = await addRole(owner, companyId, { name });
      const username = `${slug}-${name}`.toLowerCase();
      const { id } = await addPerson(owner, companyId, {
        username,
        firstName: name,
        lastName: "",
        roleId,
      });
      await owner.sql(
        "insert into site_users (company_id, site_id, user_id) select $1, seen, $3 from unnest($2::bigint[]) as seen",
        [companyId, [site.id, second.id], id],
      );
      made.push([name, { id, roleId, username }]);
    }
    await owner.sql(
      `update users set password_hash = (select password_hash from users where username = 'platform.admin')
       where company_id = $1`,
      [companyId],
    );
    // Its storefront and its receiver of events are those of the demo.
    await owner.sql(
      `update companies set ecommerce_url = demo.ecommerce_url from companies demo
       where companies.id = $1 and demo.slug_name = 'acme-drilling'`,
      [companyId],
    );
    await owner.sql(
      `update company_configurations own set event_url = demo.event_url, event_secret = demo.event_secret
       from company_configurations demo where own.company_id = $1
         and demo.company_id = (select id from companies where slug_name = 'acme-drilling')`,
      [companyId],
    );
    const people = Object.fromEntries(made) as Record<Role, (typeof made)[number][1]>;
    return { companyId, slug, admin, site, second, other, people };
  } finally {
    await owner.close();
  }
};
