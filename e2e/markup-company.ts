import { addAlert, putTrigger } from "@mcc/server/src/testing/alerts.ts";
import { openOwner } from "@mcc/server/src/testing/database-owner.ts";
import { addRule } from "@mcc/server/src/testing/integration.ts";
import type { Page } from "@playwright/test";
import { databaseUrl } from "../scripts/database-url.ts";
import { openOwnCompany } from "./own-company.ts";
import { placeOrder, requestAs } from "./placed-orders.ts";

/** Markup that would add elements and run scripts, a template, and a character that reverses what follows. */
export const MARKUP = `'"><img data-planted src=x onerror=planted()><svg data-planted onload=planted()><script data-planted>planted()</script>{{7*7}}\u202e`;
const ADDRESS = "javascript:planted()";

/** Texts by which the product finds or checks something: what users enter there is checked first. */
const NOT_FREE = new Set([
  ...[
    "company_configurations.working_from",
    "company_configurations.working_until",
    "company_configurations.time_zone",
    "company_configurations.after_change",
    "sign_ins.result",
    "approval_month_times.counted_by",
    // Counted from approval_times, whose names are free.
    "approval_month_times.name",
  ],
  ...["companies.slug_name", "companies.theme_id", "companies.logo", "companies.accent_color"],
  ...["company_configurations.analytics_source", "company_configurations.event_secret", "company_logos.hash"],
  ...[
    "users.email",
    "users.password_hash",
    "users.phone",
    "api_keys.prefix",
    "key_writes.record_type",
    "imports.kind",
    "import_rows.outcome",
  ],
  ...[
    "triggers.rule",
    "triggers.frequency",
    "alerts.fired_for",
    "alerts.digest",
    "list_views.list",
    "list_views.ordering",
  ],
  ...["list_views.density", "list_view_defaults.list", "order_steps.state", "order_steps.entitlement"],
  ...[
    "event_deliveries.state",
    "events.type",
    "messages.channel",
    "messages.recipient",
    "messages.state",
    "messages.topic",
  ],
  ...[
    "messages.body",
    "messages.sent_for",
    "notification_preferences.topic",
    "notification_preferences.channel",
  ],
  ...["documents.storage_key", "documents.content_type", "documents.extension", "documents.external_id"],
  ...[
    "site_order_counts.frequency",
    "unused_files.storage_key",
    "user_identities.key",
    "user_preferences.key",
  ],
  ...["addresses.country", "sites.ecommerce_username", "orders.tracking_url"],
]);

interface TextColumn {
  readonly table: string;
  readonly column: string;
  readonly hasId: boolean;
}

/** A company in which every text that users enter is markup, with a record of every kind. */
export const openMarkupCompany = async (page: Page) => {
  const company = await openOwnCompany({ roles: ["Approver"], nodes: { Corp: null, West: null } });
  const { companyId, slug, admin, site, people } = company;
  const owner = openOwner(databaseUrl({ MCC_DATA_DIR: process.env.E2E_DATA_DIR }));
  const { sql } = owner;
  const idOf = async (query: string, values: unknown[] = [companyId]) =>
    Number((await sql<{ id: number }>(query, values))[0]?.id);
  try {
    const root = await idOf("select id from organization_nodes where company_id = $1 and parent_id is null");
    await sql("update sites set node_id = $2 where company_id = $1", [companyId, root]);
    await sql("update users set node_id = $2, enable_analytics = true where company_id = $1", [
      companyId,
      root,
    ]);
    await sql("update company_configurations set has_order_tracking = true where company_id = $1", [
      companyId,
    ]);
    const { id: adminId } = {
      id: await idOf("select id from users where company_id = $1 and is_company_admin"),
    };
    const rule = await addRule(owner, companyId, { roleId: people.Approver.roleId, limit: 0 });
    await placeOrder(page, { at: { slug, site }, items: ["10.00", "5.00"] });
    const rejected = await placeOrder(page, { at: { slug, site } });
    await requestAs(page, people.Approver.username, "POST", `/orders/${rejected}/reject/`, { note: MARKUP });
    await requestAs(page, admin, "POST", "/accounts/roles/", { name: MARKUP.slice(0, 60) });
    await requestAs(page, admin, "POST", "/lists/orders/views/", {
      name: "View",
      columns: ["site"],
      shared: true,
    });
    await requestAs(page, admin, "POST", "/accounts/addresses/", {
      ...{ name: "Acme", street: "1 Main St", city: "Paris", country: "FR", postal_code: "75001" },
    });
    await requestAs(page, admin, "POST", "/sites/batch-create/", { sites: [{ row: 1, name: MARKUP }] });
    await requestAs(page, "platform.admin", "POST", "/mcc-admin/api-keys/", {
      ...{ name: "Key", scopes: ["orders"], company: slug },
    });
    const key = await idOf("select id from api_keys where company_id = $1");
    await sql(
      "insert into key_writes (company_id, key_id, record_type, record, is_new) values ($1, $2, 'order', 'X', true)",
      [companyId, key],
    );
    await addAlert(owner, companyId, { site: site.id, user: adminId, order: rejected });
    await putTrigger(owner, companyId, { site: site.id, user: adminId });
    await sql(
      `insert into documents (company_id, site_id, external_id, document_name, document_class, document_type,
         order_identifier, po_number, order_date, storage_key, content_type, size, checksum)
       values ($1, $2, 'D-1', 'Document', 1, 1, $3, 'PO', now(), 'none/none', 'application/pdf', 1, sha256('x'))`,
      [companyId, site.id, rejected],
    );

    const columns = await sql<TextColumn>(
      `select c.table_name as table, c.column_name as column, exists (
         select from information_schema.columns where table_schema = 'mcc' and table_name = c.table_name
           and column_name = 'id') as "hasId"
       from information_schema.columns c join pg_class on relname = c.table_name
         and relnamespace = 'mcc'::regnamespace and relkind in ('r', 'p') and not relispartition
       where c.table_schema = 'mcc' and c.data_type = 'text' and c.is_generated = 'NEVER'
         and (c.table_name = 'companies' or exists (select from information_schema.columns
           where table_schema = 'mcc' and table_name = c.table_name and column_name = 'company_id'))`,
    );
    const refused: string[] = [];
    for (const { table, column, hasId } of columns) {
      // Entries of the audit are only added: what is in them was sent above.
      if (NOT_FREE.has(`${table}.${column}`) || table.startsWith("audit_")) continue;
      const text = /url|website|host|domain/.test(column) ? ADDRESS : MARKUP;
      // Names and hosts are unique.
      const value = hasId ? "$2 || id" : "$2";
      const own = table === "companies" ? "id" : "company_id";
      await sql(`update ${table} set ${column} = ${value} where ${own} = $1`, [companyId, text]).catch(
        (error: Error) => refused.push(`${table}.${column}: ${error.message}`),
      );
    }
    const custom = JSON.stringify({ [MARKUP]: MARKUP });
    await sql("update orders set custom_checkout_data = $2, custom_confirm_data = $2 where company_id = $1", [
      ...[companyId, custom],
    ]);
    const [order] = await sql<{ identifier: string }>(
      "select identifier from orders where company_id = $1 order by id limit 1",
      [companyId],
    );
    const [upload] = await sql<{ id: string }>("select id from imports where company_id = $1", [companyId]);
    return {
      ...company,
      refused,
      email: `${admin}@example.com`,
      /** The records of the pages, by the parameters of their paths. */
      records: {
        "/budgets/$budgetId": await idOf(
          `with added as (
             insert into budgets (company_id, name, amount, beyond, tell_at, revision, next_revision)
             values ($1, $2, 100, 'tell', '{80}', 1, null) returning company_id, id)
           insert into budget_coverages (company_id, budget_id, revision, period, starts_on, repeats, afe_number)
           select company_id, id, 1, 'year', '2026-01-01', true, $2 from added returning budget_id as id`,
          [companyId, MARKUP],
        ),
        "/configuration/api-keys/$keyId": await idOf(
          `insert into company_keys (company_id, name, prefix, key_hash, scopes, site_ids, node_ids)
           values ($1, $2, 'mcc_company_0000', decode(md5($2), 'hex'), '{orders:read}', array[$3::bigint], '{}')
           returning id`,
          [companyId, MARKUP, site.id],
        ),
        "/configuration/sign-in/$connectionId": await idOf(
          "insert into sso_connections (company_id, kind, name) values ($1, 'oidc', $2) returning id",
          [companyId, MARKUP],
        ),
        "/configuration/webhooks/$webhookId": await idOf(
          `insert into event_receivers (company_id, url, kinds, secret)
           values ($1, 'https://erp.example.com/' || $2, '{site.created}', 'whsec_c2VjcmV0') returning id`,
          [companyId, MARKUP],
        ),
        "/hierarchy/$id": root,
        "/hierarchy/groups/$id": await idOf(
          "select id from organization_groups where company_id = $1 limit 1",
        ),
        "/hierarchy/policies/$id": people.Approver.id,
        "/sites/$siteId": site.id,
        "/users/$userId": people.Approver.id,
        "/orders/$orderId": order?.identifier ?? "",
        "/configuration/roles/$roleId": people.Approver.roleId,
        "/configuration/site-types/$siteTypeId": await idOf(
          "select id from site_types where company_id = $1",
        ),
        "/configuration/approvals/$approvalRuleId": rule,
        "/configuration/uploads/$importId": upload?.id ?? "",
        "/api-keys/$keyId": key,
        "/companies/$id": companyId,
        "/companies/$companyId": companyId,
      } as Readonly<Record<string, string | number>>,
      messages: () =>
        sql<{ id: number }>("select id from messages where company_id = $1 and channel = 'email'", [
          companyId,
        ]),
      close: () => owner.close(),
    };
  } catch (error) {
    await owner.close();
    throw error;
  }
};
