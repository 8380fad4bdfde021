import { orderAccess, siteAccess } from "@mcc/contract/access/access-questions.api.ts";
import { userAccess } from "@mcc/contract/access/user-access.api.ts";
import { approvalTimes } from "@mcc/contract/analytics/approval-times.api.ts";
import { APPROVAL_TIMES_BY, TIMED } from "@mcc/contract/analytics/approval-times.schema.ts";
import { budgetEndpoints } from "@mcc/contract/budgets/budgets.api.ts";
import { z } from "zod";
import { OrderNumber, pageOf, paging, tool } from "./tool.ts";

const Id = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const Day = z.iso.date().optional();

export const budgets = tool({
  name: "budgets",
  title: "Budgets",
  description:
    "Lists the budgets of sites that the person may see, with what is reserved, committed and left in the current period.",
  kind: "budgets:read",
  input: z.object({ site_id: Id.optional(), ...paging }),
  run: async (portal, { site_id, ...page }) => {
    const site = site_id === undefined ? {} : { site: String(site_id) };
    const { count, results } = await portal.ask(budgetEndpoints.list, {
      query: { ...site, ...pageOf(page) },
    });
    return {
      count,
      budgets: results.map((budget) => ({
        name: budget.name,
        link: portal.link(`/budgets/${budget.id}`),
        period: budget.period_label,
        state: budget.state,
        places: budget.place_names,
        amount: budget.amount,
        reserved: budget.reserved,
        committed: budget.committed,
        left: budget.left,
        forecast: budget.forecast,
        owners: budget.owners.map(({ name }) => name),
      })),
    };
  },
});

export const times = tool({
  name: "approval_times",
  title: "How long approvals take",
  description: "Pending orders by age, and how long decided steps or orders took, in working time.",
  kind: "approval-times:read",
  input: z.object({
    by: z.enum(APPROVAL_TIMES_BY).default("month").describe("What the times are divided by"),
    of: z.enum(TIMED).default("step").describe("Whether steps are timed, or whole orders"),
    after: Day.describe("Decisions from this day on"),
    before: Day.describe("Decisions up to this day"),
  }),
  run: async (portal, given) => {
    const found = await portal.ask(approvalTimes, { query: given });
    return {
      link: portal.link("/analytics/approvals"),
      after: found.after,
      before: found.before,
      usual: found.usual,
      working_hours: found.working_hours,
      facts: found.facts.map(({ label, kind, value }) => ({ label, kind, value })),
      charts: found.charts.map(({ title, category, measures, bars }) => ({
        ...{ title, category, measures },
        bars: bars.map(({ label, values }) => ({ label, values })),
      })),
    };
  },
});

const Question = z
  .object({
    site_id: Id.optional().describe("Who may see this site, and why"),
    order: OrderNumber.optional().describe("Who may approve this order now, and why"),
    user_id: Id.optional().describe("What this user may do, see and approve, and why"),
    ...paging,
  })
  .refine(
    ({ site_id, order, user_id }) =>
      [site_id, order, user_id].filter((one) => one !== undefined).length === 1,
    { path: ["site_id"], error: "Name exactly one of site_id, order and user_id." },
  );

export const accessQuestion = tool({
  name: "access_question",
  title: "Who may see and approve what",
  description:
    "Explains who may see a site, who may approve an order now, or what a user may do, and why. For company admins. Name exactly one of site_id, order and user_id.",
  kind: "access:read",
  input: Question,
  run: async (portal, { site_id, order, user_id, ...page }) => {
    const query = pageOf(page);
    if (order !== undefined) {
      const found = await portal.ask(orderAccess, { params: { identifier: order } });
      return {
        link: portal.link(`/configuration/access?order=${encodeURIComponent(order)}`),
        ...{ order: found.identifier, status: found.status, total: found.total },
        steps: found.steps.map(({ name, state, limit, reason }) => ({
          ...{ name, state, needed_from_total: limit, reason: reason ?? null },
        })),
        approvers: found.approvers.map(({ name, by, principal }) => ({ name, by, principal })),
        barred: found.barred.map(({ name }) => name),
      };
    }
    if (user_id !== undefined) {
      const { sites, approvals, ...user } = await portal.ask(userAccess, {
        params: { id: String(user_id) },
        query,
      });
      return {
        link: portal.link(`/configuration/access?user=${user_id}`),
        ...{ name: user.name, username: user.username, is_company_admin: user.is_company_admin },
        ...{ role: user.role?.name ?? null, permissions: user.permissions },
        sites: { count: sites.count, because: sites.because, names: sites.results.map(({ name }) => name) },
        approvals: {
          pending: approvals.pending_count,
          rules: approvals.rules.map(({ limit, by, everywhere, sites_count }) => ({
            ...{ needed_from_total: limit, by, everywhere, sites: sites_count },
          })),
          stands_in_for: approvals.stands_in_for,
        },
      };
    }
    const { users, ...site } = await portal.ask(siteAccess, { params: { id: String(site_id ?? "") }, query });
    return {
      link: portal.link(`/configuration/access?site=${site_id}`),
      ...{ site: site.name, node: site.node, count: users.count },
      users: users.results.map(({ name, username, role, because, node }) => ({
        ...{ name, username, role, because, node },
      })),
    };
  },
});
