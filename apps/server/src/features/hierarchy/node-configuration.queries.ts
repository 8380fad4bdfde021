import type {
  NewNodeConfiguration,
  NodeConfiguration,
} from "@mcc/contract/hierarchy/node-configuration.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

/** The configuration in the row `own`. */
export const CONFIGURATION = sql`json_build_object('usernamePrefix', own.username_prefix,
    'tenantGroup', own.tenant_group, 'ecommerceCheckoutConfiguration', own.ecommerce_checkout_configuration,
    'isBuyoutNode', own.is_buyout_node)`;

export const findConfiguration = async (
  { db, companyId }: CompanyScope,
  nodeId: number,
): Promise<NodeConfiguration | undefined> => {
  const { rows } = await sql<{ configuration: NodeConfiguration }>`
    select ${CONFIGURATION} as configuration from node_configurations own
    where own.company_id = ${companyId} and own.node_id = ${nodeId}`.execute(db);
  return rows[0]?.configuration;
};

const columnsOf = (given: NewNodeConfiguration) => ({
  username_prefix: given.usernamePrefix,
  tenant_group: given.tenantGroup,
  ecommerce_checkout_configuration: JSON.stringify(given.ecommerceCheckoutConfiguration),
  is_buyout_node: given.isBuyoutNode,
});

export const addConfiguration = ({ db }: CompanyScope, nodeId: number, given: NewNodeConfiguration) =>
  db
    .insertInto("node_configurations")
    .values({ node_id: nodeId, ...columnsOf(given) })
    .execute();

export const setConfiguration = (
  { db, companyId }: CompanyScope,
  nodeId: number,
  given: NewNodeConfiguration,
) =>
  db
    .updateTable("node_configurations")
    .set(columnsOf(given))
    .where("company_id", "=", companyId)
    .where("node_id", "=", nodeId)
    .execute();

export const deleteConfiguration = ({ db, companyId }: CompanyScope, nodeId: number) =>
  db
    .deleteFrom("node_configurations")
    .where("company_id", "=", companyId)
    .where("node_id", "=", nodeId)
    .execute();

/** A node and the nodes above it, with their distance from it. */
const aboveNode = (companyId: number, node: number | null) => sql`
    with recursive above as (
      select id, parent_id, 1 as distance from organization_nodes where company_id = ${companyId} and id = ${node}
      union all
      select node.id, node.parent_id, above.distance + 1
      from above join organization_nodes node on node.company_id = ${companyId} and node.id = above.parent_id)`;

/** Whether the nearest node with a configuration, from this one up, is a buyout node. */
export const isBuyoutNode = async ({ db, companyId }: CompanyScope, node: number): Promise<boolean> => {
  const { rows } = await sql<{ is_buyout_node: boolean }>`${aboveNode(companyId, node)}
    select own.is_buyout_node from above
    join node_configurations own on own.company_id = ${companyId} and own.node_id = above.id
    order by above.distance limit 1`.execute(db);
  return rows[0]?.is_buyout_node === true;
};

/** Sites at a node and below it are buyout sites if the nearest node with a configuration is a buyout node. */
export const setBuyoutSites = (
  { db, companyId }: CompanyScope,
  { nodeId, isBuyout }: { readonly nodeId: number; readonly isBuyout: boolean },
) =>
  sql`
    with recursive below as (
      select id, ${isBuyout}::boolean as is_buyout from organization_nodes
      where company_id = ${companyId} and id = ${nodeId}
      union all
      select child.id, coalesce(own.is_buyout_node, below.is_buyout)
      from below join organization_nodes child on child.company_id = ${companyId} and child.parent_id = below.id
        left join node_configurations own on own.company_id = ${companyId} and own.node_id = child.id)
    update sites set buyout_site = below.is_buyout, updated_at = now()
    from below where sites.company_id = ${companyId} and sites.node_id = below.id
      and sites.buyout_site <> below.is_buyout`.execute(db);
