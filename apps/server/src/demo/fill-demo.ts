import pg from "pg";
import type { Storage } from "../platform/files/storage.ts";
import { addAlerts } from "./alerts.ts";
import { addAudit } from "./audit.ts";
import { acme } from "./companies/acme.ts";
import { borealis } from "./companies/borealis.ts";
import { cobalt } from "./companies/cobalt.ts";
import type { Company } from "./company.ts";
import type { CompanyPlan } from "./company-plan.ts";
import { startOfDay } from "./dates.ts";
import { drawDocuments, putFiles } from "./documents/documents.ts";
import { insertBudgets } from "./insert/insert-budgets.ts";
import { insertCompany } from "./insert/insert-company.ts";
import { insertApprovalHistories, insertLines, insertOrders } from "./insert/insert-orders.ts";
import { insertQuestions } from "./insert/insert-questions.ts";
import { insertRows } from "./insert/insert-rows.ts";
import type { Order } from "./order.ts";
import { drawOrders } from "./orders.ts";
import { ordersToCompare, withSimilarOrders } from "./similar-orders.ts";
import { addSnapshots } from "./snapshots.ts";
import { addTriggers } from "./triggers.ts";

export interface DemoFacts {
  password: string;
  accounts: { username: string; who: string }[];
}

export const demoFacts: DemoFacts = {
  password: "Industrial#2026",
  accounts: [
    { username: "platform.admin", who: "platform admin" },
    { username: "acme-company.admin", who: "company admin of Acme Drilling" },
    { username: "acme-site.approver", who: "approver by role, every order" },
    { username: "acme-finance.approver", who: "approver by role, total at or above 5,000" },
    { username: "acme-executive.approver", who: "approver by role, total at or above 25,000" },
    { username: "acme-blanket.approver", who: "blanket approver" },
    { username: "acme-regular.user", who: "regular user with 3 sites, no tracking right" },
    { username: "borealis-company.admin", who: "company admin of Borealis Mining, which has a hierarchy" },
    { username: "borealis-region.manager", who: "user on a region node, approver by user rule" },
    { username: "borealis-policy.user", who: "user limited by a policy to 2 sites" },
    { username: "cobalt-company.admin", who: "company admin of Cobalt Rail, which has no orders yet" },
  ],
};

interface DemoOptions {
  /** A connection that owns the tables. */
  readonly url: string;
  readonly storage: Storage;
  /** All dates are relative to the beginning of this day, so that the demo is the same at every hour of a day. */
  readonly today: Date;
  /** The hash of the demo password, shared by all accounts because hashing is slow by design. */
  readonly passwordHash: string;
  /** Breaks the filling off, at once and without a trace. */
  readonly stopping: AbortSignal;
}

/** Any number that nothing else in this database locks on. */
const LOCK = 7_264_511;
const FOUNDED = new Date("2019-03-04T15:00:00Z");

/** Fills an empty database, whole or not at all; of two processes that start at once, one does it. */
export const fillDemo = async (given: DemoOptions): Promise<void> => {
  const options = { ...given, today: startOfDay(given.today) };
  const client = new pg.Client({ connectionString: options.url, application_name: "mcc_demo" });
  await client.connect();
  const breakOff = () => void client.end();
  options.stopping.addEventListener("abort", breakOff);
  try {
    await client.query("begin");
    // Without this setting the foreign key check of a line is planned again each time: 7 times slower.
    await client.query("set local plan_cache_mode = force_generic_plan");
    await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
    const { rowCount } = await client.query("select from mcc.companies limit 1");
    if (rowCount === 0) {
      await addPlatformAdmin(client, options);
      await insertCompanies(client, options);
    }
    await client.query("commit");
  } finally {
    options.stopping.removeEventListener("abort", breakOff);
    // Without a commit, closing the connection rolls everything back.
    await client.end();
  }
};

const addPlatformAdmin = (client: pg.ClientBase, { today, passwordHash }: DemoOptions): Promise<void> =>
  insertRows(client, "users", [
    {
      username: "platform.admin",
      email: "platform.admin@continental-supply.example.com",
      first_name: "Nora",
      last_name: "Castellanos",
      password_hash: passwordHash,
      is_mcc_admin: true,
      is_demo: true,
      last_login: today,
      created_at: FOUNDED,
      updated_at: FOUNDED,
    },
  ]);

const insertCompanies = async (client: pg.ClientBase, options: DemoOptions): Promise<void> => {
  const histories: History[] = [];
  // All orders are inserted before the first line: the foreign key check is planned once, for filled tables.
  for (const plan of [acme, borealis, cobalt]) histories.push(await insertHistory(client, plan, options));
  const now = options.today;
  const drawn = histories.map(({ company, orders }) => drawDocuments(company, orders, now));
  const files = (await Promise.all(drawn)).flat();
  const writeRows = async () => {
    for (const history of histories) await insertFollowUps(client, history, now);
    await insertRows(
      client,
      "documents",
      files.map(({ row }) => row),
    );
  };
  // The database and the disk work at the same time.
  await Promise.all([writeRows(), putFiles(options.storage, files)]);
};

interface History {
  readonly company: Company;
  readonly orders: readonly Order[];
}

const insertHistory = async (
  client: pg.ClientBase,
  plan: CompanyPlan,
  { today: now, passwordHash }: DemoOptions,
): Promise<History> => {
  const company = await insertCompany(client, plan, { now, founded: FOUNDED, passwordHash });
  const snapshots = await addSnapshots(client, company, now);
  const orders = withSimilarOrders(company, await drawOrders(client, company, snapshots, now));
  await insertOrders(client, company, orders);
  return { company, orders };
};

/** What the orders led to. */
const insertFollowUps = async (
  client: pg.ClientBase,
  { company, orders }: History,
  now: Date,
): Promise<void> => {
  await insertLines(client, company, orders);
  const histories = await insertApprovalHistories(client, company, orders, now);
  await insertQuestions(client, company, histories, now);
  await insertRows(client, "warning_checks", ordersToCompare(company, orders, now));
  const triggers = await addTriggers(client, company);
  await addAlerts(client, company, triggers, orders, now);
  await addAudit(client, company, histories, now);
  await insertBudgets(client, company, now);
};
