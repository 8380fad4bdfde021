import { can } from "@mcc/contract/access/permissions.ts";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import {
  type NodeRecord,
  type NodeRow,
  PLACES_IN_RECORD,
  PLACES_IN_ROW,
} from "@mcc/contract/hierarchy/nodes.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";
import { naturalSort } from "../../platform/db/natural-sort.ts";
import type { Condition } from "../../platform/lists/list.ts";
import { requiredValue, value } from "../../platform/lists/plain-columns.ts";
import { plainList } from "../../platform/lists/plain-list.ts";
import { CONFIGURATION } from "./node-configuration.queries.ts";
import { usernamePrefixes } from "./username-prefix.queries.ts";

type NodeFields = Omit<NodeRow, "username_prefix">;

const LITE = sql`node.id, node.name, node.group_id as organization_group, node.parent_id as parent`;

/** The sites or users at the node of the current row. */
const placesAt = ({ companyId }: CompanyScope, table: "sites" | "users") =>
  sql`${sql.table(table)} place where place.company_id = ${companyId} and place.node_id = node.id
    and place.deleted_at is null`;

const NAMED = sql`json_build_object('id', id, 'name', name)`;
const PERSON = sql`json_build_object('id', id, 'first_name', first_name, 'last_name', last_name)`;
const BY_NAME = sql`${naturalSort(sql`name`)}, id`;
const BY_PERSON = sql`${naturalSort(sql`first_name || ' ' || last_name`)}, id`;

const firstPlaces = (scope: CompanyScope, table: "sites" | "users", window: Condition): Condition => {
  const [shown, order] = table === "sites" ? [NAMED, BY_NAME] : [PERSON, BY_PERSON];
  return sql`(select coalesce(json_agg(${shown} order by ${order}), '[]')
    from (select * from ${placesAt(scope, table)} order by ${order} ${window}) as shown)`;
};
const countPlaces = (scope: CompanyScope, table: "sites" | "users") =>
  sql`(select count(*)::int from ${placesAt(scope, table)})`;

const allFields = (scope: CompanyScope, window: Condition) => sql`${LITE},
  parent.name as parent_name, kind.name as type, node.ecommerce_catalog, node.mcc_domain, node.ecommerce_domain,
  node.parent_id is null as is_root, own.node_id is not null as has_own_configuration, node.company_id as company,
  exists (select from approval_rule_nodes held
    where held.company_id = ${scope.companyId} and held.node_id = node.id) as has_approval_rule,
  ${firstPlaces(scope, "sites", window)} as sites, ${countPlaces(scope, "sites")} as sites_count,
  ${firstPlaces(scope, "users", window)} as users, ${countPlaces(scope, "users")} as users_count,
  array(select child.id from organization_nodes child
    where child.company_id = ${scope.companyId} and child.parent_id = node.id order by child.id) as children,
  case when own.node_id is not null then ${CONFIGURATION} end as config`;

const FROM = sql`organization_nodes node
  join organization_groups kind on kind.company_id = node.company_id and kind.id = node.group_id
  left join organization_nodes parent on parent.company_id = node.company_id and parent.id = node.parent_id
  left join node_configurations own on own.company_id = node.company_id and own.node_id = node.id`;

const withPrefixes = async <Fields extends NodeFields>(scope: CompanyScope, nodes: readonly Fields[]) => {
  const prefixOf = await usernamePrefixes(
    scope,
    nodes.map(({ id }) => id),
  );
  return nodes.map((node) => ({ ...node, username_prefix: prefixOf(node.id) ?? "" }));
};

/** Nodes as the list, the selectors and the export read them. Sites and users are for company admins. */
export const nodeSource = plainList<typeof nodeList, NodeFields>(nodeList, {
  from: FROM,
  id: sql`node.id`,
  visible: ({ companyId }) => [sql`node.company_id = ${companyId}`],
  columns: {
    name: requiredValue(sql`node.name`),
    parent: value(sql`parent.name`),
    type: requiredValue(sql`kind.name`),
  },
  // As a node is shown.
  search: sql`node.name || ' (ID: ' || node.id || ')'`,
  fields: (scope, { query }) => {
    if (!can(scope.who, "hierarchy")) return LITE;
    return allFields(scope, query.untrimmed ? sql`` : sql`limit ${sql.lit(PLACES_IN_ROW)}`);
  },
  lite: { fields: LITE, toRows: (nodes, scope) => withPrefixes(scope, nodes) },
  toRows: (nodes, scope) => withPrefixes(scope, nodes),
  isForSelectors: ({ liteVersion }) => liteVersion === true,
});

export const findNodeRecord = async (scope: CompanyScope, id: number): Promise<NodeRecord | undefined> => {
  const { rows } = await sql<Omit<NodeRecord, "username_prefix">>`
    select ${allFields(scope, sql`limit ${sql.lit(PLACES_IN_RECORD)}`)} from ${FROM}
    where node.company_id = ${scope.companyId} and node.id = ${id}`.execute(scope.db);
  return (await withPrefixes(scope, rows))[0];
};

interface Places<Row> {
  readonly count: number;
  readonly results: Row[];
}

/** One page of the sites or users at a node; nothing when there is no such node. */
export const findPlaces = async <Table extends "sites" | "users">(
  scope: CompanyScope,
  id: number,
  table: Table,
  { limit, offset }: { readonly limit: number; readonly offset: number },
) => {
  const { rows } = await sql<Places<NodeRecord[Table][number]>>`
    select ${countPlaces(scope, table)} as count,
      ${firstPlaces(scope, table, sql`limit ${limit} offset ${offset}`)} as results
    from organization_nodes node where node.company_id = ${scope.companyId} and node.id = ${id}`.execute(
    scope.db,
  );
  return rows[0];
};
