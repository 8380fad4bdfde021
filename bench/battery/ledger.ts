import { createHash } from "node:crypto";
import { verifyAudit } from "@mcc/server/src/features/audit/audit-chain.service.ts";
import { verifyBudgets } from "@mcc/server/src/features/budgets/budget-verification.ts";
import { platformTransaction } from "@mcc/server/src/platform/access/scope.ts";
import { openDatabase } from "@mcc/server/src/platform/db/database.ts";
import type { Company } from "./company.ts";
import type { Installation } from "./installation.ts";
import type { Findings } from "./stage-result.ts";

/** Unknown: no response, or one that leaves open whether it was stored. */
type Outcome = "acknowledged" | "refused" | "unknown";
export type Decision = "approve" | "reject";

/** Everything that was asked for, and what the server has acknowledged. */
export const makeLedger = () => ({
  orders: new Map<string, Outcome>(),
  decisions: new Map<string, { kind: Decision; outcome: Outcome }[]>(),
  roles: new Map<string, Outcome>(),
  comments: new Map<string, Outcome>(),
  /** The checksum of its content. */
  documents: new Map<string, { outcome: Outcome; checksum: string }>(),
});
export type Ledger = ReturnType<typeof makeLedger>;

export const checksumOf = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

export const acknowledgedIn = ({ orders, decisions, roles, comments, documents }: Ledger): number =>
  [
    ...orders.values(),
    ...[...decisions.values()].flat().map(({ outcome }) => outcome),
    ...roles.values(),
    ...comments.values(),
    ...[...documents.values()].map(({ outcome }) => outcome),
  ].filter((outcome) => outcome === "acknowledged").length;

const [ACCEPTED, PENDING, REJECTED] = [1, 2, 8];

interface StoredOrder {
  readonly identifier: string;
  readonly status: number;
  readonly lines: number;
  readonly matches: boolean;
  readonly approvals: number;
  readonly rejections: number;
  readonly approved_events: number;
  readonly rejected_events: number;
  readonly steps: number;
  readonly budget_steps: number;
  readonly is_open: boolean;
}

const ORDERS = `
  select identifier, status,
    (select count(*) from order_lines where order_id = orders.id)::int as lines,
    total = (select coalesce(sum(line_total), 0) from order_lines where order_id = orders.id) as matches,
    (select count(*) from order_approvals where order_id = orders.id)::int as approvals,
    (select count(*) from order_rejections where order_id = orders.id)::int as rejections,
    (select count(*) from order_steps where order_id = orders.id and budget_id is null)::int as steps,
    (select count(*) from order_steps where order_id = orders.id and budget_id is not null)::int as budget_steps,
    exists (select from order_steps where order_id = orders.id and state = 'open') as is_open,
    (select count(*) from events where company_id = $1 and type = 'order.approved'
       and payload->>'identifier' = orders.identifier)::int as approved_events,
    (select count(*) from events where company_id = $1 and type = 'order.rejected'
       and payload->>'identifier' = orders.identifier)::int as rejected_events
  from orders where company_id = $1`;

/** Nothing that was acknowledged is lost, nothing is there twice or by half, nothing that nobody asked for. */
export const checkLedger = async (
  installation: Installation,
  company: Company,
  ledger: Ledger,
  findings: Findings,
): Promise<void> => {
  await checkOrders(installation, company, ledger, findings);
  await checkRecords(installation, company, ledger, findings);
  await checkSums(installation, company, findings);
  const database = openDatabase(installation.url, () => {});
  const chains = await platformTransaction(database, (db) => verifyAudit(db, company.slug));
  const budgets = await verifyBudgets(database.platform, company.slug);
  await database.close();
  if (!budgets.succeeded) for (const line of budgets.lines.slice(1)) findings.add(`budgets: ${line}`);
  for (const { broken } of chains)
    if (broken !== null) findings.add(`the audit does not fit from entry ${broken} on`);
};

const checkOrders = async (
  { owner }: Installation,
  { companyId }: Company,
  { orders, decisions }: Ledger,
  findings: Findings,
): Promise<void> => {
  const rows = await owner.sql<StoredOrder>(ORDERS, [companyId]);
  const stored = new Map(rows.map((row) => [row.identifier, row]));
  if (stored.size !== rows.length) findings.add("an order is stored twice");
  for (const [identifier, outcome] of orders)
    if (outcome === "acknowledged" && !stored.has(identifier))
      findings.add(`the acknowledged order ${identifier} is lost`);
  for (const order of rows) {
    const tell = (what: string) => findings.add(`order ${order.identifier} ${what}`);
    if (!orders.has(order.identifier)) tell("was never sent");
    if (order.lines !== 3 || !order.matches || order.steps !== 1 || order.budget_steps > 1)
      tell(`is incomplete: ${JSON.stringify(order)}`);
    const asked = decisions.get(order.identifier) ?? [];
    const isAcknowledged = (kind: Decision) =>
      asked.some((one) => one.kind === kind && one.outcome === "acknowledged");
    const status = order.approvals > 0 ? ACCEPTED : order.rejections > 0 ? REJECTED : PENDING;
    const isOpen = order.status === PENDING;
    if (order.status !== status || order.approvals + order.rejections > 1 || order.is_open !== isOpen)
      tell(`contradicts itself: ${JSON.stringify(order)}`);
    if (order.approved_events !== order.approvals || order.rejected_events !== order.rejections)
      tell(`has other events than decisions: ${JSON.stringify(order)}`);
    if (isAcknowledged("approve") && isAcknowledged("reject")) tell("was both approved and rejected");
    else if (isAcknowledged("approve") && order.approvals !== 1) tell("has lost its approval");
    else if (isAcknowledged("reject") && order.rejections !== 1) tell("has lost its rejection");
    if (order.approvals === 1 && !asked.some(({ kind }) => kind === "approve"))
      tell("was approved by nobody");
  }
};

const checkRecords = async (
  { owner, store }: Installation,
  { companyId }: Company,
  { roles, comments, documents }: Ledger,
  findings: Findings,
): Promise<void> => {
  const checkOnce = async (kind: string, sent: ReadonlyMap<string, Outcome>, names: string) => {
    const rows = await owner.sql<{ name: string }>(names, [companyId]);
    const stored = new Set(rows.map(({ name }) => name));
    if (stored.size !== rows.length) findings.add(`a ${kind} is stored twice`);
    for (const [name, outcome] of sent)
      if (outcome === "acknowledged" && !stored.has(name))
        findings.add(`the acknowledged ${kind} ${name} is lost`);
  };
  await checkOnce("role", roles, "select name from roles where company_id = $1");
  await checkOnce("comment", comments, "select text as name from order_comments where company_id = $1");
  const files = await owner.sql<{ external_id: string; storage_key: string; checksum: Buffer }>(
    "select external_id, storage_key, checksum from documents where company_id = $1",
    [companyId],
  );
  const stored = new Map(files.map((file) => [file.external_id, file]));
  if (stored.size !== files.length) findings.add("a document is stored twice");
  for (const [id, { outcome, checksum }] of documents) {
    const file = stored.get(id);
    if (outcome === "acknowledged" && !file) findings.add(`the acknowledged document ${id} is lost`);
    if (!file) continue;
    const content = store.objects.get(file.storage_key);
    if (!content || checksumOf(content) !== checksum || file.checksum.toString("hex") !== checksum)
      findings.add(`the file of document ${id} is missing or another one`);
  }
};

/** The counts beside the orders must agree with a recount. */
const checkSums = async ({ owner }: Installation, { companyId }: Company, findings: Findings) => {
  const [sums] = await owner.sql(
    `select (select coalesce(sum(orders), 0) from order_site_counts where company_id = $1)::int as by_site,
       (select coalesce(sum(orders), 0) from order_day_counts where company_id = $1)::int as by_day,
       (select count(*) from orders where company_id = $1)::int as counted,
       (select coalesce(sum(total), 0) from order_site_counts where company_id = $1)
         = (select coalesce(sum(total), 0) from orders where company_id = $1) as total_fits`,
    [companyId],
  );
  if (sums?.by_site !== sums?.counted || sums?.by_day !== sums?.counted || !sums?.total_fits)
    findings.add(`the counts of orders do not add up: ${JSON.stringify(sums)}`);
};
