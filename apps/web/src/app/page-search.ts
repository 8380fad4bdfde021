import type { alertList } from "@mcc/contract/alerts/alerts.api.ts";
import type { triggerList } from "@mcc/contract/alerts/triggers.api.ts";
import type { apiKeyList, keyWriteList } from "@mcc/contract/api-keys/api-keys.api.ts";
import type { auditList } from "@mcc/contract/audit/audit.api.ts";
import type { companyList } from "@mcc/contract/companies/companies.api.ts";
import type { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import type { directoryLog } from "@mcc/contract/directory/directory.api.ts";
import type { documentList, orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import type { companyDeliveryList, eventDeliveryList } from "@mcc/contract/events/events.api.ts";
import type { groupList } from "@mcc/contract/hierarchy/groups.api.ts";
import type { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import type { jobList } from "@mcc/contract/jobs/jobs.api.ts";
import type { FilterKeyOf } from "@mcc/contract/kit/list.ts";
import type { orderList } from "@mcc/contract/orders/orders.api.ts";
import type {
  companySessionList,
  platformSignInList,
  signInList,
} from "@mcc/contract/security/sign-ins.api.ts";
import type { siteList } from "@mcc/contract/sites/sites.api.ts";
import type { policyList } from "@mcc/contract/users/policies.list.ts";
import type { userList } from "@mcc/contract/users/users.api.ts";
import type { webhookDeliveryList } from "@mcc/contract/webhooks/webhooks.api.ts";

/** The list of a page, whose columns are its filters. */
interface PageLists {
  "/hierarchy": typeof nodeList;
  "/hierarchy/groups": typeof groupList;
  "/hierarchy/policies": typeof policyList;
  "/sites": typeof siteList;
  "/users": typeof userList;
  "/orders": typeof orderList;
  "/orders/$orderId/documents": typeof orderDocumentList;
  "/pending-approvals": typeof pendingList;
  "/alerts": typeof alertList;
  "/alerts/configure": typeof triggerList;
  "/documents": typeof documentList;
  "/configuration/audit": typeof auditList;
  "/configuration/event-deliveries": typeof companyDeliveryList;
  "/api-keys": typeof apiKeyList;
  "/api-keys/$keyId": typeof keyWriteList;
  "/event-deliveries": typeof eventDeliveryList;
  "/jobs": typeof jobList;
  "/companies": typeof companyList;
  "/configuration/security/sessions": typeof companySessionList;
  "/configuration/security/sign-ins": typeof signInList;
  "/configuration/sign-in/directory-log": typeof directoryLog;
  "/configuration/webhooks/$webhookId": typeof webhookDeliveryList;
  "/sign-ins": typeof platformSignInList;
}

type ListSearch<L extends PageLists[keyof PageLists]> = {
  readonly [Key in
    | ("search" | "ordering" | "offset" | "columns" | "density" | "view")
    | FilterKeyOf<L["columns"]>
    | (keyof NonNullable<L["extraLabels"]> & string)
    | `group_${number}`]?: string | readonly string[];
};

/** The search params of a link to a page. */
export type PageSearch<Path extends string> = Path extends keyof PageLists
  ? ListSearch<PageLists[Path]>
  : Path extends "/"
    ? { readonly range?: string }
    : Path extends "/analytics"
      ? { readonly tab?: string }
      : Path extends "/analytics/approvals"
        ? { readonly by?: string; readonly of?: string; readonly range?: string }
        : Path extends "/configuration/access"
          ? {
              readonly search?: string;
              readonly user?: string;
              readonly site?: string;
              readonly order?: string;
            }
          : Path extends "/reports"
            ? { readonly of?: "company"; readonly file?: string }
            : Path extends "/assistants/connect"
              ? { readonly request?: string }
              : Path extends "/sites/$siteId" | "/users/$userId"
                ? { readonly action?: "CLONE" }
                : Readonly<Record<never, never>>;
