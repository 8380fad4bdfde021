import { flag, list } from "../kit/list.ts";
import { textColumn } from "../kit/list-columns.ts";
import { UserRow } from "./users.schema.ts";

/** The number of sites of a policy that a row lists; the rest are counted. */
export const POLICY_SITES_IN_ROW = 3;

/** Users with a policy: the list of users with other columns. The server has one list for both. */
export const policyList = list({
  name: "policies",
  path: "/accounts/users/",
  summary: "the users with a policy",
  allow: "company-admin",
  row: UserRow,
  sort: "name",
  essentials: ["name", "site"],
  extra: { hasPolicies: flag.optional() },
  columns: { name: textColumn("Name"), site: textColumn("Sites") },
});
