/**
 * Where the name of a person is kept, beyond their own row and the audit. A test lists every column with text of the
 * database: one that is new is named here, or there as holding no person.
 */

/** A name beside the id of the person that it is of. */
export const NAMES: readonly (readonly [table: string, name: string, id: string])[] = [
  ["budget_entries", "actor_name", "actor_id"],
  ["company_exports", "created_by_name", "created_by"],
  ["imports", "created_by_name", "created_by"],
  ["order_approvals", "name", "user_id"],
  ["order_approvals", "username", "user_id"],
  ["order_comments", "author_name", "author_id"],
  ["order_comments", "asks_name", "asks_id"],
  ["order_rejections", "name", "user_id"],
  ["order_rejections", "username", "user_id"],
  ["order_steps", "name", "user_id"],
  ["order_steps", "acted_by_name", "acted_by_id"],
  ["order_steps", "principal_name", "principal_id"],
  ["order_warnings", "dismissed_by_name", "dismissed_by_id"],
];

/** Names without an id, and texts, lists of texts and JSON in which a person may be named. */
export const TEXTS: Readonly<Record<string, readonly string[]>> = {
  access_mappings: ["value"],
  addresses: ["name", "name_ext"],
  alerts: ["content"],
  api_keys: ["name"],
  approval_simulations: ["rules", "result"],
  approval_times: ["approver", "step"],
  budget_coverages: ["field_value"],
  budget_notices: ["content"],
  company_key_calls: ["path"],
  company_keys: ["name"],
  delegations: ["note", "created_by_name", "ended_by_name"],
  directory_entries: ["token", "record", "detail"],
  directory_tokens: ["name"],
  documents: ["document_name"],
  event_deliveries: ["last_error"],
  events: ["payload"],
  import_batches: ["reply"],
  import_rows: ["name", "before", "after", "cells", "errors"],
  imports: ["file_name"],
  list_views: ["name", "filters"],
  messages: ["subject", "last_error"],
  order_approvals: ["principal_name"],
  order_changes: ["line", "fields", "reason", "changed_by", "changed_for", "asked_again"],
  order_comments: ["text"],
  order_rejections: ["note", "principal_name"],
  order_steps: ["reason"],
  order_warnings: ["because", "dismissed_reason"],
  orders: ["custom_checkout_data", "custom_confirm_data"],
  removed_lines: ["removed_by"],
  reports: ["name", "filters"],
  sign_ins: ["reason"],
  sso_connections: ["test"],
  support_accesses: ["reason"],
  user_preferences: ["value"],
};

/** Addresses and numbers that may be those of the person; then there is none. */
export const CONTACTS = [
  ["addresses", "phone"],
  ["addresses", "email"],
  ["shop_users", "email"],
  ["sites", "ecommerce_user_email"],
] as const;

/** Logins of shops, which may be an address of the person. The sites come first: theirs are found by the shop users. */
export const SHOP_LOGINS = [
  ["sites", "ecommerce_username"],
  ["shop_users", "username"],
] as const;

/** The tables of `TEXTS` and the audit are read in parts: by their `id`, or by one of these. */
export const PART_KEYS: Readonly<Record<string, string>> = {
  access_mappings: "position",
  approval_times: "order_id",
  budget_coverages: "budget_id",
  budget_notices: "budget_id",
  events: "created_at",
  import_batches: "import_id",
  order_approvals: "order_id",
  order_rejections: "order_id",
  user_preferences: "user_id",
};
export const PART = 20_000;

/** What is only about the person and goes with them, by `user_id`. */
export const REMOVED = [
  "assistant_grants",
  "challenges",
  "decision_links",
  "directory_members",
  "email_changes",
  "factors",
  "known_devices",
  "list_view_defaults",
  "notification_preferences",
  "password_links",
  "recovery_codes",
  "sessions",
  "sso_identities",
  "user_claims",
  "user_identities",
  "user_preferences",
] as const;
