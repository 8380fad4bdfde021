import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { createComment } from "@mcc/contract/comments/comments.api.ts";
import { findCompanyExport, startCompanyExport } from "@mcc/contract/company-data/company-data.api.ts";
import { createDelegation } from "@mcc/contract/delegations/delegations.api.ts";
import { eraseUser, erasures } from "@mcc/contract/erasure/erasure.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { updateProfile } from "@mcc/contract/profile/profile.api.ts";
import { searchRecords } from "@mcc/contract/search/search.api.ts";
import { currentUser, signIn } from "@mcc/contract/sign-in/sign-in.api.ts";
import { unpackTar } from "modern-tar";
import { beforeAll, describe, expect, test } from "vitest";
import { platformTransaction } from "../../platform/access/scope.ts";
import { makeLog } from "../../platform/log.ts";
import { addDocument } from "../../testing/documents.ts";
import { eventually } from "../../testing/eventually.ts";
import { startTestServer, type TestServer } from "../../testing/test-server.ts";
import { setUpUserCompany } from "../../testing/user-records.ts";
import { verifyAudit } from "../audit/audit-chain.service.ts";
import { erasureJobs } from "./erasure.jobs.ts";
import { CONTACTS, NAMES, REMOVED, SHOP_LOGINS, TEXTS } from "./names-of-people.ts";

let testServer: TestServer;
const logged: string[] = [];
beforeAll(async () => {
  const log = makeLog("debug", { write: (line: string) => void logged.push(line) });
  testServer = await startTestServer({}, { log });
});

const PASSWORD = "Correct-Horse-2";
let made = 0;

/** Columns with text that name nobody, that go with a session, or that the job changes by statements of their own. */
const NO_PERSON = `
  access_mappings: claim
  addresses: city country postal_code region region_code street street2
  alert_rules: channels frequency rule
  alerts: channels digest fired_for order_identifier
  api_keys: prefix scopes
  approval_month_times: counted_by name
  approval_simulations: rules_version state
  audit_entries: action actor_name address details on_behalf_of record_id record_type
  budget_coverages: afe_number field_name period
  budget_entries: kind
  budgets: beyond name
  collector_positions: kind
  companies: accent_color ecommerce_url label logo mcc_host name short_name slug_name theme_id website
  company_closings: audit_hash certificate closed_by name records reopened_by slug_name
  company_configurations: after_change analytics_source catalogs changeable_checkout changeable_fields
  company_configurations: customer_erp_identifier domo_dashboards event_older_secret
  company_configurations: event_previous_secret event_secret event_url looker_dashboard_url tenant_group time_zone tracking_url_template username_prefix
  company_configurations: working_from working_until
  company_exports: manifest readme state tables
  company_key_calls: address method
  company_key_use: kind
  company_keys: last_address prefix scopes
  company_logos: hash
  directory_entries: action record_type result
  directory_groups: display_name external_id
  directory_tokens: prefix
  documents: afe_number content_type extension external_id invoice_number order_identifier po_number
  documents: storage_key tracking_number
  event_attempts: error response
  event_deliveries: state url
  event_receivers: kinds older_secret paused_by previous_secret secret url
  events: type
  import_rows: outcome
  imports: kind
  installation_keys: name value
  key_writes: record record_type
  list_views: columns density list ordering
  login_as_tokens: address
  messages: attachment body channel recipient sent_for source state topic
  node_configurations: ecommerce_checkout_configuration tenant_group username_prefix
  oauth_items: kind oauth_grant payload
  order_lines: image_url manufacturer manufacturer_sku product sku text type
  order_steps: entitlement state
  order_warnings: kind
  orders: afe_number identifier line_text po_number removed_items status_times tracking_numbers tracking_url
  organization_groups: name
  organization_nodes: ecommerce_catalog ecommerce_domain mcc_domain name
  person_snapshots: name username
  rate_limits: bucket
  recent_messages: channel recipient source topic
  removed_lines: sku text
  report_readers: seen_keys state
  report_runs: result seen_keys written_as
  reports: at columns every format list ordering planned_in
  roles: name
  security_policies: networks second_factor
  shop_users: password_hash
  sign_ins: address device method reference result
  site_order_counts: frequency
  site_snapshots: business_unit division location_name name region
  site_types: name
  sites: business_unit division location_name name region
  sso_connections: certificates client_id client_secret email_claim first_name_claim groups_claim issuer kind
  sso_connections: last_name_claim metadata_url name sign_in_url sign_out_url
  sso_domains: confirmed_by domain problem token
  sso_requests: answer code_verifier next_page nonce request_id
  triggers: frequency rule
  unused_files: storage_key
  users: directory_username ecommerce_username email external_id first_name last_name password_hash phone
  users: username
  warehouses: name
`
  .trim()
  .split("\n")
  .flatMap((line) => {
    const [table = "", columns = ""] = line.trim().split(": ");
    return columns.split(" ").map((column) => `${table}.${column}`);
  });

type Company = Awaited<ReturnType<typeof setUpUserCompany>>;

const erase = (token: string, id: number, name: string) =>
  testServer.call(eraseUser, { token, params: { id }, body: { name } });

const isErased = (token: string, id: number) =>
  eventually(async () => {
    const { results } = (await testServer.call(erasures, { token })).body;
    const found = results.find(({ user }) => user === id);
    const failures = await testServer.sql(
      "select output from pgboss.job where name = 'erase-person' and output is not null",
    );
    expect(failures).toEqual([]);
    expect(found?.done_at).not.toBeNull();
    return found;
  });

const verify = async (slug?: string) => {
  const chains = await platformTransaction(testServer.services.database, (db) => verifyAudit(db, slug));
  return chains.filter(({ broken }) => broken !== null).map(({ name, broken }) => `${name}: ${broken}`);
};

/** Somebody who had another name, address and phone number before. */
const addKnownPerson = async (company: Company) => {
  const n = ++made;
  const now = {
    first: `Zelda${n}x`,
    last: `Canary${n}x`,
    email: `zelda${n}.now@example.com`,
    phone: "+17135550177",
  };
  const before = { last: `Oriole${n}x`, email: `zelda${n}.before@example.com`, phone: "+17135550166" };
  const username = `${company.slug}-zelda${n}`;
  const created = await company.create({
    ...{ username, first_name: now.first, last_name: before.last, email: before.email, phone: before.phone },
    ...{ password: PASSWORD, send_welcome_email: true },
  });
  const { id } = created.body;
  await company.assignSites({ user: id, sites_list: [{ site: company.site.id }] });
  const { token } = (await testServer.call(signIn, { body: { username, password: PASSWORD } })).body as {
    token: string;
  };
  return {
    ...{ id, username, token, now, before, name: `${now.first} ${now.last}` },
    formerName: `${now.first} ${before.last}`,
    canaries: [
      username,
      now.first,
      now.last,
      now.email,
      now.phone,
      before.last,
      before.email,
      before.phone,
      ...["(713) 555-0166", "713.555.0166", "1 713 555 0166"],
    ],
  };
};

/** Every table as text, every file of the store, and every text that is encrypted. */
const everything = async () => {
  const tables = await testServer.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const found = new Map<string, string>();
  for (const { name } of tables) {
    const [row] = await testServer.sql<{ content: string | null }>(
      `select string_agg(one::text, E'\n') as content from ${name} as one`,
    );
    found.set(name, row?.content ?? "");
  }
  const bodies = await testServer.sql<{ body: string }>("select body from messages where body <> ''");
  found.set(
    "texts of messages",
    bodies.map(({ body }) => testServer.services.textCipher.decrypt(body)).join("\n"),
  );
  const folder = testServer.services.settings.dataDir;
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (file.isFile())
      found.set(`file ${file.name}`, readFileSync(join(file.parentPath, file.name)).toString("latin1"));
  found.set("the log", logged.join(""));
  return found;
};

/** The files of an export of the whole company that is made now. */
const exportedFiles = async (token: string): Promise<string> => {
  expect((await testServer.call(startCompanyExport, { token })).status).toBe(200);
  const link = await eventually(async () => {
    const { body } = await testServer.call(findCompanyExport, { token });
    expect(body.export?.state).toBe("ready");
    return body.export?.link ?? "";
  });
  const response = await fetch(`${testServer.address}${new URL(link).pathname}`);
  const files = await unpackTar(Buffer.from(await response.arrayBuffer()));
  return files
    .map(({ header: { name }, data }) =>
      String(name.endsWith(".gz") ? gunzipSync(Buffer.from(data ?? [])) : Buffer.from(data ?? [])),
    )
    .join("\n");
};

const placesOf = async (canaries: readonly string[]): Promise<string[]> => {
  const places: string[] = [];
  for (const [place, content] of await everything())
    for (const canary of canaries)
      if (content.toLowerCase().includes(canary.toLowerCase())) places.push(`${place}: ${canary}`);
  return places;
};

/** The person does all that leaves a name behind. */
const leaveTraces = async (company: Company, person: Awaited<ReturnType<typeof addKnownPerson>>) => {
  const { token, companyId, site } = company;
  const { id, username, formerName, now, before } = person;
  const boss = await company.role();
  await company.rule({ roleId: boss, limit: -1 });
  const other = await company.person({ roleId: boss, firstName: "Olive", lastName: "Reed" });
  await company.rule({ userId: id, limit: 5, siteIds: [site.id] });
  const named = { name: formerName, username: before.email };
  const fields = {
    ...{ ordered_by: named, requested_by: { name: formerName } },
    custom_checkout_data: {
      Contact: `${formerName}, ${before.phone}`,
      Note: `Deliver to\n${formerName}`,
      Phones: "Work: (713) 555-0166, home: +1 713 555 0166, else 713.555.0166",
    },
  };
  await company.order("10.00", { creator: username, fields });
  const orders = [];
  for (let n = 0; n < 4; n++) orders.push((await company.order("20.00")).identifier);
  const [approved = "", rejected = "", discussed = "", changed = ""] = orders;
  expect((await company.approve(person.token, approved)).status).toBe(200);
  expect((await company.reject(person.token, rejected, `Ask me, ${formerName}`)).status).toBe(200);
  const comment = (as: string, text: string, asks: number | null = null) =>
    testServer.call(createComment, { token: as, params: { identifier: discussed }, body: { text, asks } });
  expect((await comment(person.token, `This is ${formerName} (${before.email})`)).status).toBe(200);
  expect((await comment(other.token, "Is it needed?", id)).status).toBe(200);
  const lines = (await company.look(token, changed)).body.lines as { id: number }[];
  await company.changeLine(person.token, changed, lines[0]?.id ?? 0, 0.5, `As ${formerName} said`);
  const day = {
    starts_at: new Date().toISOString(),
    ends_at: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const away = { deputy: other.id, note: `Call ${before.phone}`, ...day };
  expect((await testServer.call(createDelegation, { token: person.token, body: away as never })).status).toBe(
    200,
  );
  // What jobs and other systems write.
  await testServer.sql(
    `insert into alerts (company_id, site_id, user_id, content, fired_for)
     values ($1, $2, $3, $4, 'erasure')`,
    [companyId, site.id, other.id, `An order by ${formerName} arrived`],
  );
  await testServer.sql(
    `insert into addresses (company_id, name, phone, street, city, country)
     values ($1, 'Office', '(713) 555-0166', '1 Main St', 'Midland', 'US')`,
    [companyId],
  );
  await testServer.sql(
    `insert into directory_entries (company_id, token, record_type, action, record, result, detail)
     values ($1, 'Entra', 'User', 'replaced', $2, 'Done', $3)`,
    [companyId, username, `${formerName} <${before.email}>`],
  );
  await testServer.sql(
    "insert into user_claims (company_id, user_id, source, claims) values ($1, $2, 'directory', $3)",
    [companyId, id, JSON.stringify([{ name: "mail", values: [before.email] }])],
  );
  await addDocument(
    testServer,
    { id: site.id, companyId },
    { name: `Letter to ${formerName}.pdf`, content: "%PDF-1.7" },
  );
  await testServer.call(updateProfile, {
    token: person.token,
    body: { last_name: now.last, phone: now.phone },
  });
  await company.update(id, { email: now.email });
  await company.order("30.00", { fields: { ordered_by: { name: person.name } } });
  const late = await company.order("30.00");
  expect((await company.approve(person.token, late.identifier)).status).toBe(200);
  return { approved, rejected, discussed, changed, other };
};

describe("a person who is erased", () => {
  test("is found nowhere afterwards, history has a pseudonym, and the chain fits (LIFE-002)", async () => {
    const company = await setUpUserCompany(testServer);
    const { token } = company;
    const person = await addKnownPerson(company);
    const { approved, rejected, discussed, other } = await leaveTraces(company, person);
    await testServer.call(searchRecords, { token, query: { q: person.now.last } });
    const before = await placesOf(person.canaries);
    for (const canary of person.canaries) expect(before.some((place) => place.endsWith(canary))).toBe(true);
    expect(await verify()).toEqual([]);

    const asked = await erase(token, person.id, person.name.toUpperCase());
    expect(asked).toMatchObject({ status: 200, body: { user: person.id, name: `Former user ${person.id}` } });
    expect((await testServer.call(currentUser, { token: person.token })).status).toBe(401);
    const done = await isErased(token, person.id);
    expect(done?.records).toBeGreaterThan(10);
    expect(done?.audit_entries).toBeGreaterThan(5);
    expect(done?.messages).toBeGreaterThan(0);

    expect(await placesOf(person.canaries)).toEqual([]);
    expect(await verify()).toEqual([]);
    const named = `Former user ${person.id}`;
    const look = async (identifier: string) => JSON.stringify((await company.look(token, identifier)).body);
    expect(await look(approved)).toContain(named);
    expect(await look(rejected)).toContain(named);
    expect(await look(rejected)).toContain(`Ask me, ${named}`);
    const comments = await testServer.sql(
      "select author_name, text, asks_name from order_comments where company_id = $1",
      [company.companyId],
    );
    expect(comments).toMatchObject([
      { author_name: named, text: `This is ${named} (${named})` },
      { author_name: "Olive Reed", asks_name: named },
    ]);
    expect(discussed).not.toBe("");
    const entries = (await testServer.call(auditList.page, { token, query: { limit: "1000" } })).body.results;
    expect(entries[0]).toMatchObject({
      action: "user.erased",
      record_name: named,
      record_id: String(person.id),
    });
    expect(entries.filter(({ actor }) => actor === named).length).toBeGreaterThan(3);
    expect(
      entries.some(({ action, record_name }) => action === "user.created" && record_name === named),
    ).toBe(true);
    // Whoever searches and exports finds nobody of that name; others keep theirs.
    const found = await testServer.call(searchRecords, { token, query: { q: person.now.last } });
    expect(JSON.stringify(found.body)).not.toContain(person.now.last);
    const exported = await testServer.call(orderList.page, { token, query: { limit: "1000" } });
    expect(JSON.stringify(exported.body)).toContain(named);
    expect(JSON.stringify(exported.body)).not.toContain(person.now.first);
    const [alert] = await testServer.sql<{ content: string }>(
      "select content from alerts where user_id = $1 and content like '%by%'",
      [other.id],
    );
    expect(alert?.content).toBe(`An order by ${named} arrived`);
    expect(await placesOf(["Olive Reed"])).not.toEqual([]);
    const files = (await exportedFiles(token)).toLowerCase();
    expect(logged.length).toBeGreaterThan(10);
    expect(files).toContain(named.toLowerCase());
    expect(person.canaries.filter((canary) => files.includes(canary.toLowerCase()))).toEqual([]);
    expect(await placesOf(person.canaries)).toEqual([]);
    // A second time changes nothing.
    expect((await erase(token, person.id, "anything")).body.done_at).toBe(done?.done_at);
    expect(await verify()).toEqual([]);
  });

  test("may have been deleted before; others of the same name keep theirs", async () => {
    const company = await setUpUserCompany(testServer);
    const [one, two] = [
      await company.person({ firstName: "Kim", lastName: "Twin" }),
      await company.person({ firstName: "Kim", lastName: "Twin" }),
    ];
    await company.rule({ userId: one.id, limit: 0, siteIds: [company.site.id] });
    await company.rule({ userId: two.id, limit: 1, siteIds: [company.site.id] });
    const { identifier } = await company.order("10.00");
    for (const { token } of [one, two]) expect((await company.approve(token, identifier)).status).toBe(200);
    expect((await company.remove(one.id)).status).toBe(200);
    expect((await erase(company.token, one.id, "kim twin")).status).toBe(200);
    await isErased(company.token, one.id);
    const steps = await testServer.sql(
      "select acted_by_name as name from order_steps where company_id = $1 order by position",
      [company.companyId],
    );
    expect(steps).toEqual([{ name: `Former user ${one.id}` }, { name: "Kim Twin" }]);
    expect((await company.find(two.id)).body).toMatchObject({ first_name: "Kim", last_name: "Twin" });
    const actors = await testServer.sql("select distinct actor_name from audit_entries where actor_id = $1", [
      two.id,
    ]);
    expect(actors).toEqual([{ actor_name: "Kim Twin" }]);
    expect(await verify()).toEqual([]);
  });

  test("is confirmed by name, and is neither oneself nor somebody whom the directory keeps", async () => {
    const company = await setUpUserCompany(testServer);
    const { token, admin } = company;
    const person = await company.person({ firstName: "Ivy", lastName: "Stone" });
    expect(await erase(token, person.id, "Ivy")).toMatchObject({
      status: 400,
      body: { name: ["Type the name as it is shown: Ivy Stone."] },
    });
    expect(await erase(token, admin.id, admin.username)).toMatchObject({
      status: 409,
      body: { code: "user.self" },
    });
    expect((await erase(person.token, admin.id, admin.username)).status).toBe(403);
    const foreign = await (await setUpUserCompany(testServer)).person();
    expect((await erase(token, foreign.id, foreign.username)).status).toBe(404);
    await testServer.sql("update users set kept_by_directory = true where id = $1", [person.id]);
    await testServer.sql(
      "insert into directory_tokens (company_id, slot, name, prefix, token_hash) values ($1, 1, 'Entra', 'x', 'x')",
      [company.companyId],
    );
    expect(await erase(token, person.id, "Ivy Stone")).toMatchObject({
      status: 409,
      body: { code: "directory.keeps" },
    });
    expect((await testServer.call(erasures, { token })).body.results).toEqual([]);
    await testServer.sql("update sessions set confirmed_at = now() - interval '1 day' where user_id = $1", [
      admin.id,
    ]);
    expect(await erase(token, person.id, "Ivy Stone")).toMatchObject({
      status: 403,
      body: { code: "auth.confirmation_required" },
    });
  });
});

test("the history of somebody else is not rewritten by erasing one who was called like them", async () => {
  const company = await setUpUserCompany(testServer);
  const { companyId, slug } = company;
  const boss = await company.person({ firstName: "Bea", lastName: "Boss" });
  const puppet = await company.person({ firstName: "Al", lastName: "Puppet" });
  await company.update(puppet.id, { first_name: "Bea", last_name: "Boss" });
  await company.update(puppet.id, { first_name: "Other", last_name: "Provider" });
  const texts = ["Bea Boss has agreed", "Other Provider has agreed", "Al Puppet has agreed"];
  for (const text of texts)
    await testServer.sql(
      `insert into audit_entries (company_id, actor_name, action, record_type, record_id, details)
       select company, 'Other Provider', 'alert.created', 'alert', '1', jsonb_build_object('said', $2::text)
       from unnest(array[$1::bigint, null]) as company`,
      [companyId, text],
    );
  const entriesOf = (company: string) =>
    testServer.sql<{ actor_name: string; said: string }>(
      `select actor_name, details ->> 'said' as said from audit_entries
       where ${company} and details ? 'said' order by id`,
    );
  expect((await erase(company.token, puppet.id, "Other Provider")).status).toBe(200);
  await isErased(company.token, puppet.id);
  const named = `Former user ${puppet.id}`;
  expect(await entriesOf("company_id is null")).toEqual(
    texts.map((said) => ({ actor_name: "Other Provider", said })),
  );
  expect((await entriesOf(`company_id = ${companyId}`)).map(({ said }) => said)).toEqual([
    "Bea Boss has agreed",
    `${named} has agreed`,
    `${named} has agreed`,
  ]);
  expect((await company.find(boss.id)).body).toMatchObject({ first_name: "Bea", last_name: "Boss" });
  expect(await verify(slug)).toEqual([]);
});

describe("the chain after an erasure", () => {
  /** Without the guards of the tables, as an intruder in the database would. */
  const tamper = async (statement: string, values: unknown[]) => {
    const tables = ["audit_entries", "audit_hashes", "audit_redactions"];
    for (const table of tables) await testServer.sql(`alter table ${table} disable trigger append_only`);
    await testServer.sql(statement, values);
    for (const table of tables) await testServer.sql(`alter table ${table} enable trigger append_only`);
  };

  const setUpErased = async (before?: (companyId: number) => Promise<void>) => {
    const company = await setUpUserCompany(testServer);
    const person = await addKnownPerson(company);
    await company.update(person.id, { last_name: person.now.last });
    await before?.(company.companyId);
    expect(await verify(company.slug)).toEqual([]);
    await erase(company.token, person.id, person.name);
    await isErased(company.token, person.id);
    const entries = await testServer.sql<{ id: number; action: string }>(
      "select id::int, action from audit_entries where company_id = $1 order by id",
      [company.companyId],
    );
    return { ...company, person, entries };
  };

  test("fits for entries from before there were commitments", async () => {
    const { person, entries, slug } = await setUpErased(async (companyId) => {
      await tamper(
        `do $$ declare link record; begin
           for link in select * from mcc.audit_hashes where company_id = ${companyId} order by position loop
             update mcc.audit_hashes held set salt = null, commitment = null, hash = mcc.audit_hash(
               (select hash from mcc.audit_hashes where company_id = ${companyId} and position = link.position - 1),
               (select entry from mcc.audit_entries entry where entry.id = link.entry_id))
             where held.entry_id = link.entry_id;
           end loop;
         end $$`,
        [],
      );
    });
    expect(await placesOf(person.canaries)).toEqual([]);
    expect(await verify(slug)).toEqual([]);
    await tamper("update audit_entries set actor_name = 'Somebody else' where id = $1", [entries[0]?.id]);
    expect(await verify(slug)).toHaveLength(1);
  });

  test("does not fit where an entry was changed under the name of an erasure", async () => {
    const forged = async (statement: string, at: number) => {
      const { slug, entries } = await setUpErased();
      const target = entries.at(at)?.id;
      const erased = entries.findLast(({ action }) => action === "user.erased")?.id;
      await tamper(statement, statement.includes("$2") ? [target, erased] : [target]);
      const [chain] = await platformTransaction(testServer.services.database, (db) => verifyAudit(db, slug));
      return { broken: chain?.broken, target, erased };
    };
    const changed = `with changed as (update audit_entries set actor_name = 'Former user 1' where id = $1 returning *),
      unsalted as (update audit_hashes set salt = null where entry_id = $1)`;
    // Without an entry that says so.
    const alone = await forged(
      `${changed} insert into audit_redactions select 999999999, id, company_id, '\\x00', mcc.audit_digest('\\x00', changed)
       from changed`,
      1,
    );
    expect(alone.broken).toBe(alone.target);
    // Beside those of an erasure that took place: its entry has a digest over its own.
    const beside = await forged(
      `${changed}, older as (delete from audit_redactions where entry_id = $1)
       insert into audit_redactions select $2::bigint, id, company_id, '\\x00', mcc.audit_digest('\\x00', changed)
       from changed on conflict (entry_id, redaction_id) do update set salt = excluded.salt, digest = excluded.digest`,
      1,
    );
    expect(beside.broken).not.toBeNull();
    const dropped = await forged("delete from audit_redactions where entry_id = $1", 0);
    expect(dropped.broken).toBe(dropped.target);
  });

  test("does not hide what was changed before", async () => {
    const company = await setUpUserCompany(testServer);
    const person = await addKnownPerson(company);
    const [entry] = await testServer.sql<{ id: number }>(
      "select id::int from audit_entries where company_id = $1 and record_type = 'user' and record_id = $2 order by id",
      [company.companyId, String(person.id)],
    );
    await tamper("update audit_entries set actor_name = 'Somebody else' where id = $1", [entry?.id]);
    const [{ id } = { id: 0 }] = await testServer.sql<{ id: number }>(
      `with gone as (update users set deleted_at = now() where id = $2)
       insert into erasures (company_id, user_id, asked_by) values ($1, $2, $3) returning id::int`,
      [company.companyId, person.id, company.admin.id],
    );
    const [job] = erasureJobs(testServer.services, testServer.services.jobs);
    await expect(job?.work({ erasure: id }, new AbortController().signal)).rejects.toThrow(
      `audit entry ${entry?.id} was changed`,
    );
    expect(await verify(company.slug)).toEqual([`${company.slug}: ${entry?.id}`]);
    await testServer.sql("delete from erasures where id = $1", [id]);
  });
});

test("every column with text is one that erasing a person knows, or holds no person", async () => {
  const columns = await testServer.sql<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relnamespace = 'mcc'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0
       and not a.attisdropped and a.attgenerated = '' and format_type(a.atttypid, null) in ('text', 'text[]', 'jsonb', 'json')
     order by 1`,
  );
  const known = new Set<string>([
    ...NAMES.map(([table, name]) => `${table}.${name}`),
    ...Object.entries(TEXTS).flatMap(([table, names]) => names.map((name) => `${table}.${name}`)),
    ...[...CONTACTS, ...SHOP_LOGINS].map(([table, name]) => `${table}.${name}`),
  ]);
  const isRemoved = (name: string) => REMOVED.some((table) => name.startsWith(`${table}.`));
  const left = columns.map(({ name }) => name).filter((name) => !known.has(name) && !isRemoved(name));
  expect(left.toSorted()).toEqual(NO_PERSON.toSorted());
});
