import { siteTypeMessages } from "@mcc/contract/site-types/site-types.messages.ts";
import type { SiteType } from "@mcc/contract/site-types/site-types.schema.ts";
import { namedRecords } from "../../platform/records/named-records.ts";

export const siteTypes = namedRecords<SiteType>({
  table: "site_types",
  nameTaken: siteTypeMessages.nameTaken,
  usedBy: { table: "sites", column: "site_type_id" },
});
