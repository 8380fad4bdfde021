import { randomUUID } from "node:crypto";
import { COMPANY_KEY_SCOPES } from "@mcc/contract/access/company-key-kinds.ts";
import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import { createAddress } from "@mcc/contract/company-settings/addresses.api.ts";
import { batchCreateSites, failedRows } from "@mcc/contract/imports/imports.api.ts";
import { ownSessions } from "@mcc/contract/profile/profile.api.ts";
import { createReport } from "@mcc/contract/reports/reports.api.ts";
import { createView } from "@mcc/contract/views/views.api.ts";
import { addAlert, addAlertRule, putTrigger } from "../alerts.ts";
import { addCompanyKey } from "../company-keys.ts";
import { addDelegation } from "../delegations.ts";
import { addDocument } from "../documents.ts";
import { setUpHierarchy } from "../hierarchy-company.ts";
import { addKey } from "../integration.ts";
import { addPerson, addRole, tokenFor } from "../people.ts";
import { setUpSiteCompany } from "../site-company.ts";
import type { TestServer } from "../test-server.ts";
import type { Ids } from "./ids.ts";

/** From here on, ids begin at a number of their own: no number in a response is by chance the id of another record. */
export const countIdsFrom = ({ sql }: TestServer, first: number) =>
  sql(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, $1)
     from pg_sequences where schemaname = 'mcc'`,
    [first],
  );

type Made<Endpoint> = Endpoint extends (...given: never[]) => Promise<infer Value> ? Value : never;

/**
 * A company with a record of every kind and a user of every kind. Sites are at two places: users who are not company
 * admins see the first one and what belongs to it, and nothing of the second.
 */
export const setUpFullCompany = async (testServer: TestServer, { hierarchy }: { hierarchy: boolean }) => {
  const tree = hierarchy ? await setUpHierarchy(testServer) : undefined;
  const company = tree ?? (await setUpSiteCompany(testServer));
  const { companyId, slug, admin } = company;
  const { sql } = testServer;
  await sql(
    "update company_configurations set has_order_tracking = true, changeable_fields = '{po_number,afe_number}', changeable_checkout = '{Rig}', tracking_url_template = 'https://t.example/{identifier}' where company_id = $1",
    [companyId],
  );
  await sql("update companies set ecommerce_url = 'https://shop.example.com' where id = $1", [companyId]);
  const approverRole = await company.role(`Approver of ${slug}`);
  const unusedRole = await company.role(`Unused of ${slug}`);
  const impersonating = await addRole(testServer, companyId, { impersonates: true, tracks: true });
  await company.rule({ roleId: approverRole, limit: 0 });

  const place = async (word: string) => {
    // Without blanks, so that a name is the same in an address.
    const nodeName = `${word}-Node-of-${slug}`;
    const node = await tree?.child(nodeName, tree.root, { prefix: slug });
    const site = await company.addSite({ nodeId: node, name: `${word}-Site-of-${slug}` });
    return { node, nodeName, site };
  };
  const [seen, unseen] = [await place("Seen"), await place("Hidden")];
  const otherNode = await tree?.child(`Other Node of ${slug}`, tree.root);
  const person = (more: { roleId?: number; analytics?: boolean } = {}) =>
    company.person({ nodeId: seen.node, sites: [seen.site], ...more });
  const regular = await person();
  const approver = await person({ roleId: approverRole });
  const impersonator = await person({ roleId: impersonating });
  const limited = await company.person({ nodeId: tree?.root, sites: [seen.site], analytics: true });
  await sql("insert into policy_sites (company_id, user_id, site_id) values ($1, $2, $3)", [
    ...[companyId, limited.id, seen.site.id],
  ]);

  /** Of two lines, so that one can be removed or reduced; it waits for the approver, and for an answer. */
  const order = async ({ site }: Made<typeof place>, word: string) => {
    const item = { text: "Valve", quantity: 3, base_unit_price_value: "5.00" };
    const lines = ["A", "B"].map((product) => ({ ...item, product, sku: product }));
    const { identifier, id } = await company.order("30.00", {
      ...{ site, lines, identifier: `${word}-${slug}` },
      fields: { custom_checkout_data: { Rig: "7" } },
    });
    await sql(
      `insert into order_comments (company_id, order_id, author_id, author_name, text, asks_id, asks_name)
       values ($1, $2, $3, 'Admin', 'What is it for?', $4, 'Approver')`,
      [companyId, id, admin.id, approver.id],
    );
    const [{ id: line } = { id: 0 }] = await sql<{ id: number }>(
      "select id from order_lines where order_id = $1 and sku = 'B'",
      [id],
    );
    return { order: identifier, orderId: id, line: Number(line) };
  };
  /** What is at a site, and what belongs to a user alone. */
  const records = async (at: Made<typeof place>, owner: { id: number; token: string }, word: string) => {
    const placed = await order(at, word);
    const { body: view } = await testServer.call(createView, {
      token: owner.token,
      params: { list: "orders" },
      body: { name: `${word} view`, columns: ["site"] },
    });
    const { body: sessions } = await testServer.call(ownSessions, { token: owner.token });
    const { body: budget } = await testServer.call(budgetEndpoints.create, {
      token: admin.token,
      body: { name: `${word} budget of ${slug}`, amount: "100", period: "year", sites: [at.site.id] },
    });
    const { body: report } = await testServer.call(createReport, {
      token: owner.token,
      body: {
        name: `${word} report`,
        view: { list: "orders", columns: ["site"] },
        schedule: { every: "day", at: "07:00" },
      },
    });
    return {
      budget: budget.id,
      report: report.id,
      site: at.site.id,
      siteName: at.site.name,
      shopUser: at.site.shopUser,
      ...placed,
      document: (await addDocument(testServer, { id: at.site.id, companyId })).id,
      alert: await addAlert(testServer, companyId, { site: at.site.id, user: owner.id }),
      trigger: await putTrigger(testServer, companyId, { site: at.site.id, user: owner.id }),
      alertRule: await addAlertRule(testServer, companyId, { sites: [at.site.id], user: owner.id }),
      view: Number(view.id),
      session: sessions.results[0]?.id ?? "",
    };
  };
  const own = await records(seen, admin, "Seen");
  const another = await addPerson(testServer, companyId);
  const rule = await company.rule({ userId: admin.id, limit: 1_000_000, siteIds: [unseen.site.id] });
  // Ended by one of the requests, while the others need the first one.
  await tokenFor(testServer, admin.username);
  const { body: sessions } = await testServer.call(ownSessions, { token: admin.token });
  const session = sessions.results.find(({ is_current }) => !is_current)?.id ?? "";
  const bystander = await company.person({ nodeId: unseen.node, sites: [unseen.site] });
  const hidden = await records(unseen, bystander, "Hidden");

  // Planned, so that nobody decides by it yet.
  const delegate = async (principal: number, deputy: number) => {
    const planned = { starts: "1 day", ends: "2 days" };
    return (await addDelegation(testServer, companyId, principal, deputy, planned)).id;
  };
  const delegation = await delegate(approver.id, regular.id);

  const imported = randomUUID();
  const spoiled = { row: 1, name: "Without a shop user" };
  await testServer.call(batchCreateSites, {
    token: admin.token,
    query: {},
    body: { sites: [spoiled], import: { id: imported, batch: 0, file_name: "sites.xlsx" } } as never,
  });
  const { body: failed } = await testServer.call(failedRows, {
    token: admin.token,
    params: { id: imported },
  });
  const { body: address } = await testServer.call(createAddress, {
    token: admin.token,
    body: { name: "Acme", street: "1 Main St", city: "Paris", country: "FR", postal_code: "75001" } as never,
  });
  const [event] = await sql<{ id: string }>(
    "insert into events (company_id, type, payload) values ($1, 'site.created', '{}') returning id",
    [companyId],
  );
  const [delivery] = await sql<{ id: number }>(
    `insert into event_deliveries (company_id, event_id, url, state)
     values ($1, $2, 'https://shop.example.com/', 'delivered') returning id`,
    [companyId, event?.id],
  );
  const [simulation] = await sql<{ id: number }>(
    "insert into approval_simulations (company_id, rules, state) values ($1, '[]', 'failed') returning id",
    [companyId],
  );
  const key = await addKey(testServer, { scopes: ["orders", "documents", "login-as"], company: slug });

  const [factor] = await sql<{ id: number }>(
    "insert into factors (user_id, kind, name, secret) values ($1, 'totp', 'Phone', $2) returning id",
    [admin.id, testServer.services.textCipher.encrypt("JBSWY3DPEHPK3PXP")],
  );

  const [directoryToken] = await sql<{ id: number }>(
    `insert into directory_tokens (company_id, slot, name, prefix, token_hash)
     values ($1, 1, 'Entra ID', 'mcc_scim_0000', decode(md5($2), 'hex')) returning id`,
    [companyId, slug],
  );
  const [connection] = await sql<{ id: number }>(
    "insert into sso_connections (company_id, kind, name) values ($1, 'oidc', 'Directory') returning id",
    [companyId],
  );
  // It is confirmed, so that no request asks the DNS.
  const [domain] = await sql<{ id: number }>(
    `insert into sso_domains (company_id, domain, token, confirmed_at, confirmed_by)
     values ($1, $2, 'token', now(), 'dns') returning id`,
    [companyId, `${slug}.example.com`],
  );

  // Its address is no host, so that no request calls one.
  const [webhook] = await sql<{ id: number }>(
    `insert into event_receivers (company_id, url, kinds, secret)
     values ($1, $2, '{site.created}', 'whsec_c2VjcmV0') returning id`,
    [companyId, `https://${slug}.invalid/events`],
  );
  const [webhookDelivery] = await sql<{ id: number }>(
    `insert into event_deliveries (company_id, event_id, receiver_id, url, state)
     values ($1, $2, $3, $4, 'delivered') returning id`,
    [companyId, event?.id, webhook?.id, `https://${slug}.invalid/events`],
  );

  const [assistant] = await sql<{ id: number }>(
    `insert into assistant_grants (company_id, user_id, oauth_grant, oauth_client, name, host, kinds, method,
       with_factor, expires_at)
     values ($1, $2, $3, 'client', 'Helper', 'assistant.example.com', '{orders:read}', 'Password', false, now() + interval '90 days')
     returning id`,
    [companyId, regular.id, `grant of ${slug}`],
  );

  const ids: Ids = {
    ...own,
    session,
    companySession: hidden.session,
    factor: Number(factor?.id),
    directoryToken: Number(directoryToken?.id),
    ssoConnection: Number(connection?.id),
    ssoDomain: Number(domain?.id),
    webhook: Number(webhook?.id),
    webhookDelivery: Number(webhookDelivery?.id),
    company: companyId,
    slug,
    freeSite: company.site.id,
    user: another.id,
    member: regular.id,
    approver: approver.id,
    delegation,
    role: unusedRole,
    rule,
    simulation: Number(simulation?.id),
    group: tree?.region ?? 0,
    node: seen.node ?? 0,
    nodeName: seen.nodeName,
    otherNode: otherNode ?? 0,
    siteType: company.type,
    warehouse: company.warehouse,
    address: Number(address.id),
    import: imported,
    importRow: failed.results[0]?.id ?? 0,
    delivery: Number(delivery?.id),
    apiKey: key.id,
    companyKey: (await addCompanyKey(testServer, companyId, { name: "Storefront" })).id,
    assistant: Number(assistant?.id),
    job: randomUUID(),
  };
  return {
    companyId,
    hierarchy,
    ids,
    /** At the site that only company admins see, and of a user of its own. */
    hidden: {
      ...hidden,
      delegation: await delegate(bystander.id, another.id),
    } satisfies Partial<Ids>,
    people: { regular, limited, approver, impersonator, admin },
    keys: {
      key,
      siteKey: await addCompanyKey(testServer, companyId, {
        ...{ name: "Site", sites: [seen.site.id] },
        scopes: COMPANY_KEY_SCOPES.filter((scope) => scope.endsWith(":read")),
      }),
      wholeKey: await addCompanyKey(testServer, companyId, { name: "Whole" }),
    },
    slug,
  };
};
export type FullCompany = Awaited<ReturnType<typeof setUpFullCompany>>;
