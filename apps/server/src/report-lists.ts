import { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import { triggerList } from "@mcc/contract/alerts/triggers.api.ts";
import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { alertSource } from "./features/alerts/alerts.list.ts";
import { triggerSource } from "./features/alerts/triggers.list.ts";
import { auditSource } from "./features/audit/audit.list.ts";
import { documentSource } from "./features/documents/documents.list.ts";
import { nodeSource } from "./features/hierarchy/nodes.list.ts";
import { orderSource, orderSum, pendingSource, pendingSum } from "./features/orders/order-list.service.ts";
import type { ReportList, ReportLists } from "./features/reports/content/report-list.ts";
import { siteSource } from "./features/sites/sites.list.ts";
import { userSource } from "./features/users/users.list.ts";

/** Each list with its own query, which its source alone knows. */
const of = (list: unknown, source: unknown, sum?: unknown): ReportList =>
  ({ list, source, ...(sum ? { sum } : {}) }) as ReportList;

/** The lists that have views, for reports. */
export const reportLists: ReportLists = {
  orders: of(orderList, orderSource, orderSum),
  pending: of(pendingList, pendingSource, pendingSum),
  // A report has no links to files, which would be of a session.
  documents: of(
    documentList,
    documentSource(() => () => ""),
  ),
  sites: of(siteList, siteSource),
  users: of(userList, userSource),
  alerts: of(alertList, alertSource),
  triggers: of(triggerList, triggerSource),
  nodes: of(nodeList, nodeSource),
  audit: of(auditList, auditSource),
};
