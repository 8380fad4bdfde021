import { auditList } from "@mcc/contract/audit/audit.api.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import { auditSource } from "./audit.list.ts";

export const auditRoutes = listRoutes(auditList, auditSource);
