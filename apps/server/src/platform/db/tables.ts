// Generated from the migrations by `npm run tables`; a stale file fails a test.
import type { ColumnType } from "kysely";

type Generated<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;
type Json = ColumnType<unknown, string, string>;

export interface Tables {
  access_mapping_versions: { company_id: Generated<number>; version: number; };
  access_mappings: {
    company_id: Generated<number>; position: number; claim: string; value: string; role_id: number | null; node_id: number | null;
    site_ids: Generated<number[]>; is_company_admin: Generated<boolean>;
  };
  access_versions: { company_id: Generated<number>; version: number; };
  addresses: {
    id: Generated<number>; company_id: Generated<number>; name: string; name_ext: string | null; phone: string | null; email: string | null;
    street: string; street2: string | null; postal_code: string | null; city: string; region: string | null; region_code: string | null;
    country: string; is_default_billing_address: Generated<boolean>; created_at: Generated<Timestamp>; updated_at: Generated<Timestamp>;
  };
  alert_rule_counts: { company_id: Generated<number>; alert_rule_id: number; site_id: number; window_start: string; orders: number; };
  alert_rule_sites: { company_id: Generated<number>; alert_rule_id: number; user_id: number; site_id: number; };
  alert_rules: {
    id: Generated<number>; company_id: Generated<number>; user_id: number; rule: string; frequency: string; value: number | null;
    range_value: Generated<number[]>; amount: string | null; all_sites: boolean; channels: string[]; enabled: boolean;
    revision: Generated<number>; updated_at: Generated<Timestamp>;
  };
  alerts: {
    id: Generated<number>; company_id: Generated<number>; site_id: number | null; order_id: number | null; order_identifier: string | null;
    user_id: number; trigger_id: number | null; content: string; fired_for: string; created: Generated<Timestamp>;
    read_at: Timestamp | null; digest: string | null; window_start: string | null; channels: string[] | null; is_entry: Generated<boolean>;
    is_order_entry: Generated<boolean>;
  };
  api_keys: {
    id: Generated<number>; name: string; company_id: Generated<number | null>; prefix: string; key_hash: Buffer; scopes: string[];
    created_by: number | null; created_at: Generated<Timestamp>; last_used_at: Timestamp | null; revoked_at: Timestamp | null;
    expires_at: Timestamp | null; replaces_id: number | null;
  };
  approval_month_times: {
    company_id: Generated<number>; of_order: boolean; counted_by: string; site_id: number; month: string; name: string; times: Buffer;
    decisions: number; escalated: number; delegated: number; by_email: number; rejected: number; added_up: Generated<boolean>;
  };
  approval_rule_nodes: { company_id: Generated<number>; rule_id: number; node_id: number; };
  approval_rule_sites: { company_id: Generated<number>; rule_id: number; site_id: number; };
  approval_rules: {
    id: Generated<number>; company_id: Generated<number>; role_id: number | null; user_id: number | null; limit_amount: number;
    created_at: Generated<Timestamp>; updated_at: Generated<Timestamp>;
  };
  approval_simulations: {
    id: Generated<number>; company_id: Generated<number>; created_at: Generated<Timestamp>; rules: Json; state: Generated<string>;
    attempts: Generated<number>; reported_at: Timestamp | null; orders_read: Generated<number>; orders_found: number | null;
    rules_version: string | null; result: Json | null;
  };
  approval_times: {
    company_id: Generated<number>; of_order: boolean; step_id: number; order_id: number; site_id: number; decided_at: Timestamp;
    approver: string; step: string; minutes: number; escalated: boolean; delegated: boolean; by_email: boolean; rejected: boolean;
    since: Timestamp | null; of_person: Generated<boolean>;
  };
  assistant_grants: {
    id: Generated<number>; company_id: Generated<number>; user_id: number; oauth_grant: string; oauth_client: string; name: string;
    host: string; kinds: string[]; session_id: string | null; method: string; with_factor: boolean; created_at: Generated<Timestamp>;
    expires_at: Timestamp; ended_at: Timestamp | null; last_used_at: Timestamp | null; last_address: string | null;
  };
  audit_entries: {
    id: Generated<number>; company_id: Generated<number | null>; actor_id: number | null; actor_name: string; action: string;
    record_type: string; record_id: string; details: Generated<Json>; created_at: Generated<Timestamp>; on_behalf_of: string | null;
    address: string | null; record_name: ColumnType<string | null, never, never>;
  };
  audit_hashes: {
    entry_id: number; company_id: Generated<number | null>; chain: ColumnType<number, never, never>; position: number; hash: Buffer;
    salt: Buffer | null; commitment: Buffer | null;
  };
  audit_redactions: { redaction_id: number; entry_id: number; company_id: Generated<number | null>; salt: Buffer | null; digest: Buffer; };
  budget_balances: { company_id: Generated<number>; budget_id: number; period_start: string; reserved: string; committed: string; };
  budget_coverages: {
    company_id: Generated<number>; budget_id: number; revision: number; period: string; starts_on: string; ends_on: string | null;
    repeats: boolean; site_ids: number[] | null; node_ids: number[] | null; afe_number: string | null; field_name: string | null;
    field_value: string | null; orders_read: Generated<number>; orders_found: number | null; reported_at: Generated<Timestamp>;
  };
  budget_entries: {
    id: Generated<number>; company_id: Generated<number>; budget_id: number; revision: number; period_start: string; day: string;
    order_id: number; kind: string; reserved: string; committed: string; used: string | null; moment: Generated<Timestamp>;
    actor_id: number | null; actor_name: string;
  };
  budget_notices: {
    company_id: Generated<number>; budget_id: number; period_start: string; percent: number; order_id: number; content: string;
    created_at: Generated<Timestamp>; sent_at: Timestamp | null;
  };
  budget_owners: { company_id: Generated<number>; budget_id: number; user_id: number; };
  budget_sites: { company_id: Generated<number>; site_id: number; budget_id: number; revision: number; };
  budgets: {
    id: Generated<number>; company_id: Generated<number>; name: string; amount: string; beyond: string; role_id: number | null;
    tell_at: number[]; revision: Generated<number>; next_revision: Generated<number | null>; is_stale: Generated<boolean>;
    created_at: Generated<Timestamp>; deleted_at: Timestamp | null;
  };
  challenges: {
    token_hash: Buffer; purpose: string; user_id: number | null; session_id: string | null; sign_in_id: number | null;
    tries: Generated<number>; expires_at: Timestamp;
  };
  collector_positions: { kind: string; chain: number; position: Generated<number>; sent_at: Timestamp | null; };
  companies: {
    id: Generated<number>; name: string; slug_name: string; short_name: Generated<string>; label: Generated<string>; website: string | null;
    mcc_host: string | null; ecommerce_url: string | null; theme_id: string | null; logo: string | null; accent_color: string | null;
    created_at: Generated<Timestamp>; updated_at: Generated<Timestamp>; closed_at: Timestamp | null; delete_after: Timestamp | null;
  };
  company_closings: {
    id: Generated<number>; company_id: Generated<number>; name: string; slug_name: string; closed_at: Generated<Timestamp>;
    closed_by: string; delete_after: Timestamp; reopened_at: Timestamp | null; reopened_by: string | null; started_at: Timestamp | null;
    audit_entries: number | null; audit_hash: string | null; records: Generated<Json>; files: Generated<number>;
    file_bytes: Generated<number>; deleted_at: Timestamp | null; certificate: string | null;
  };
  company_configurations: {
    company_id: Generated<number>; tenant_group: string; customer_erp_identifier: string; catalogs: Generated<Json>;
    username_prefix: string; has_order_approval: boolean | null; has_order_tracking: boolean | null; has_company_hierarchy: boolean | null;
    has_location_name_required: Generated<boolean>; has_trigger_rule_weekday_disabled: Generated<boolean>;
    allow_self_approval: Generated<boolean>; tracking_url_template: string | null; event_url: string | null; event_secret: string | null;
    analytics_source: string | null; looker_dashboard_url: string | null; domo_dashboards: Generated<Json>;
    created_at: Generated<Timestamp>; updated_at: Generated<Timestamp>; first_reminder_hours: Generated<number>;
    reminder_interval_hours: Generated<number>; reminder_max: Generated<number>; escalation_hours: number | null;
    escalation_role_id: number | null; working_days: Generated<number[]>; working_from: Generated<string>; working_until: Generated<string>;
    time_zone: Generated<string>; decide_without_sign_in: Generated<boolean>; after_change: Generated<string>;
    changeable_fields: Generated<string[]>; changeable_checkout: Generated<string[]>; event_previous_secret: string | null;
    event_both_until: Timestamp | null; event_older_secret: string | null; event_older_until: Timestamp | null;
  };
  company_exports: {
    id: Generated<number>; company_id: Generated<number>; created_at: Generated<Timestamp>; created_by: number; created_by_name: string;
    state: Generated<string>; attempts: Generated<number>; reported_at: Generated<Timestamp>; records_done: Generated<number>;
    records_found: number | null; documents_done: Generated<number>; documents_found: number | null; document_bytes: Generated<number>;
    last_document_id: Generated<number>; missing: Generated<number[]>; tables: Generated<Json>; manifest: string | null;
    readme: string | null; archive_bytes: number | null; ready_at: Timestamp | null; expires_at: Timestamp | null;
  };
  company_key_calls: {
    id: Generated<number>; company_id: Generated<number>; key_id: number; at: Timestamp; method: string; path: string; status: number;
    address: string;
  };
  company_key_use: {
    company_id: Generated<number>; key_id: number; kind: string; reads: Generated<number>; writes: Generated<number>;
    last_read_at: Timestamp | null; last_write_at: Timestamp | null;
  };
  company_keys: {
    id: Generated<number>; company_id: Generated<number>; name: string; prefix: string; key_hash: Buffer; scopes: string[];
    site_ids: number[] | null; node_ids: number[] | null; created_by: number | null; created_at: Generated<Timestamp>;
    expires_at: Timestamp | null; replaced_by: number | null; last_used_at: Timestamp | null; last_address: string | null;
    deleted_at: Timestamp | null; deleted_by: number | null;
  };
  company_logos: { company_id: Generated<number>; hash: string; content: Buffer; };
  company_requests: { company_id: Generated<number>; day: string; portal: number; integration: number; };
  company_storage: { company_id: Generated<number>; bytes: number; counted_at: Timestamp; };
  decision_links: {
    id: Generated<number>; company_id: Generated<number>; token_hash: Buffer; user_id: number; order_id: number; step_id: number;
    total: string; password_digest: Buffer; expires_at: Timestamp; used_at: Timestamp | null; email_version: Generated<number>;
    needs_sign_in: Generated<boolean>;
  };
  delegations: {
    id: Generated<number>; company_id: Generated<number>; principal_id: number; deputy_id: number; starts_at: Timestamp; ends_at: Timestamp;
    cap: string | null; site_ids: number[] | null; note: Generated<string>; created_at: Generated<Timestamp>; created_by_name: string;
    ended_at: Timestamp | null; ended_by_name: string | null; start_notified_at: Timestamp | null; end_notified_at: Timestamp | null;
  };
  directory_entries: {
    id: Generated<number>; company_id: Generated<number>; at: Generated<Timestamp>; token: string; record_type: string; action: string;
    record: string; result: string; detail: Generated<string>;
  };
  directory_groups: {
    id: Generated<number>; company_id: Generated<number>; external_id: string | null; display_name: string; version: Generated<number>;
    created_at: Generated<Timestamp>; updated_at: Generated<Timestamp>;
  };
  directory_members: { company_id: Generated<number>; group_id: number; user_id: number; };
  directory_tokens: {
    id: Generated<number>; company_id: Generated<number>; slot: number; name: string; prefix: string; token_hash: Buffer;
    created_at: Generated<Timestamp>; created_by: number | null; last_used_at: Timestamp | null;
  };
  document_counts: { company_id: Generated<number>; documents: number; };
  document_site_counts: { company_id: Generated<number>; site_id: number; documents: number; };
  documents: {
    company_id: Generated<number>; id: Generated<number>; site_id: number; order_id: number | null; external_id: string;
    document_name: string; document_class: Generated<number>; document_type: number; order_identifier: string | null;
    po_number: string | null; afe_number: string | null; invoice_number: string | null; tracking_number: string | null;
    order_date: Timestamp; storage_key: string; content_type: string; extension: string | null; size: number; checksum: Buffer;
    search_text: ColumnType<string, never, never>; created_at: Generated<Timestamp>; updated_at: Generated<Timestamp>;
  };
  email_changes: {
    id: Generated<number>; user_id: number; new_email: string; token_hash: Buffer; created_at: Generated<Timestamp>; expires_at: Timestamp;
    confirmed_at: Timestamp | null; former_email: string | null; undo_hash: Buffer | null; undo_until: Timestamp | null;
    ended_at: Timestamp | null; session_id: string | null;
  };
  erasures: {
    id: Generated<number>; company_id: Generated<number>; user_id: number; asked_by: number; asked_at: Generated<Timestamp>;
    done_at: Timestamp | null; records: Generated<number>; audit_entries: Generated<number>; messages: Generated<number>;
  };
  event_attempts: {
    delivery_id: number; attempt: number; at: Generated<Timestamp>; status: number | null; error: string | null; response: string | null;
  };
  event_deliveries: {
    id: Generated<number>; company_id: Generated<number>; event_id: string; url: string; state: Generated<string>;
    attempts: Generated<number>; last_status: number | null; last_error: string | null; created_at: Generated<Timestamp>;
    delivered_at: Timestamp | null; next_try_at: Generated<Timestamp>; receiver_id: number | null;
  };
  event_receivers: {
    id: Generated<number>; company_id: Generated<number>; url: string; kinds: string[]; site_ids: number[] | null; secret: string;
    previous_secret: string | null; both_until: Timestamp | null; paused_at: Timestamp | null; paused_by: string | null;
    failing_since: Timestamp | null; created_at: Generated<Timestamp>; created_by: number | null; older_secret: string | null;
    older_until: Timestamp | null;
  };
  events: {
    id: Generated<string>; company_id: Generated<number>; type: string; payload: Json; created_at: Generated<Timestamp>;
    site_id: number | null; receiver_id: number | null;
  };
  factors: {
    id: Generated<number>; user_id: number; kind: string; name: string; session_id: string | null; secret: string | null;
    last_step: Generated<number>; credential_id: string | null; public_key: Buffer | null; counter: Generated<number>;
    transports: Generated<string[]>; host: string | null; created_at: Generated<Timestamp>; confirmed_at: Timestamp | null;
    last_used_at: Timestamp | null;
  };
  import_batches: { company_id: Generated<number>; import_id: string; batch: number; reply: Json; created_at: Generated<Timestamp>; };
  import_progress: { id: string; done: number; total: number; updated_at: Generated<Timestamp>; };
  import_rows: {
    id: Generated<number>; company_id: Generated<number>; import_id: string; row_number: number | null; outcome: string; name: string;
    site_id: number | null; shop_user_id: number | null; assigned: Generated<number[]>; before: Json | null; after: Json | null;
    cells: Json | null; errors: Json | null; budget_id: number | null;
  };
  imports: {
    id: string; company_id: Generated<number>; kind: string; file_name: string; is_upsert: boolean; created_by: number;
    created_at: Generated<Timestamp>; created: Generated<number>; updated: Generated<number>; unchanged: Generated<number>;
    failed: Generated<number>; undone_by: number | null; undone_at: Timestamp | null; created_by_name: string | null;
    users: Generated<number[]>;
  };
  installation_keys: { name: string; value: string; };
  key_writes: {
    id: Generated<number>; company_id: Generated<number>; key_id: number; record_type: string; record: string; is_new: boolean;
    writes: Generated<number>; first_written_at: Generated<Timestamp>; last_written_at: Generated<Timestamp>;
  };
  known_devices: { user_id: number; device: string; network: string; is_disowned: Generated<boolean>; last_seen_at: Generated<Timestamp>; };
  list_view_defaults: { company_id: Generated<number>; user_id: number; list: string; view_id: number; };
  list_views: {
    id: Generated<number>; company_id: Generated<number>; user_id: number; list: string; name: string; columns: Json;
    ordering: string | null; filters: Generated<Json>; density: string | null; shared: Generated<boolean>; created_at: Generated<Timestamp>;
    updated_at: Generated<Timestamp>;
  };
  login_as_tokens: {
    token_hash: Buffer; company_id: Generated<number>; site_id: number; created_at: Generated<Timestamp>; expires_at: Timestamp;
    redeemed_at: Timestamp | null; session_id: string; address: string | null;
  };
  messages: {
    id: Generated<number>; company_id: Generated<number | null>; channel: string; recipient: string; subject: Generated<string>;
    body: string; sent_for: string | null; state: Generated<string>; attempts: Generated<number>; last_error: string | null;
    created_at: Generated<Timestamp>; sent_at: Timestamp | null; user_id: number | null; topic: string | null;
    next_attempt_at: Generated<Timestamp>; source: string | null; attachment: string | null; address_refused: Generated<boolean>;
  };
  node_configurations: {
    company_id: Generated<number>; node_id: number; username_prefix: string; tenant_group: string;
    ecommerce_checkout_configuration: Generated<Json>; is_buyout_node: Generated<boolean>;
  };
  notification_preferences: {
    company_id: Generated<number>; user_id: number; topic: string; channel: string; enabled: boolean; updated_at: Generated<Timestamp>;
  };
  oauth_items: {
    kind: string; id_hash: Buffer; payload: Json; oauth_grant: string | null; expires_at: Timestamp; consumed_at: Timestamp | null;
  };
  order_approvals: {
    company_id: Generated<number>; order_id: number; user_id: number; username: string; name: string; approved_at: Generated<Timestamp>;
    principal_name: string | null;
  };
  order_arrivals: { company_id: Generated<number>; order_id: number; };
  order_changes: {
    id: Generated<number>; company_id: Generated<number>; order_id: number; line: Json | null; fields: Generated<Json>;
    total_before: string; total_after: string; reason: string; changed_by: string; changed_for: string | null;
    asked_again: Generated<string[]>; changed_at: Generated<Timestamp>;
  };
  order_comments: {
    id: Generated<number>; company_id: Generated<number>; order_id: number; author_id: number; author_name: string; text: string;
    asks_id: number | null; asks_name: string | null; created_at: Generated<Timestamp>;
  };
  order_day_counts: {
    company_id: Generated<number>; day: string; status: number; payment_status: number; orders: number; total: string; subtotal: string;
  };
  order_digests: { company_id: Generated<number>; order_id: number; site_id: number; order_date: Timestamp; digest: Buffer; };
  order_lines: {
    id: Generated<number>; company_id: Generated<number>; order_id: number; ordering: number; product: string | null; text: string;
    quantity: string; sku: string | null; manufacturer_sku: string | null; image_url: string | null; type: string | null;
    manufacturer: string | null; base_unit_price: string; discount_amount: Generated<string>; taxless_price: string;
    tax_amount: Generated<string>; line_total: string; is_catalog_plus: Generated<boolean>; display: Generated<boolean>;
  };
  order_rejections: {
    company_id: Generated<number>; order_id: number; user_id: number; username: string; name: string; note: Generated<string>;
    rejected_at: Generated<Timestamp>; principal_name: string | null;
  };
  order_site_counts: {
    company_id: Generated<number>; site_id: number; status: number; payment_status: number; orders: number; total: string; subtotal: string;
  };
  order_state_counts: {
    company_id: Generated<number>; status: number; payment_status: number; orders: number; total: string; subtotal: string;
  };
  order_steps: {
    id: Generated<number>; company_id: Generated<number>; order_id: number; position: number; rule_id: number | null;
    role_id: number | null; user_id: number | null; name: string; limit_amount: number; state: Generated<string>;
    acted_by_id: number | null; acted_by_name: string | null; acted_at: Timestamp | null; entitlement: string | null;
    is_current: Generated<boolean>; site_id: number | null; notified_at: Timestamp | null; placed_by: Generated<number[]>;
    acted_total: string | null; changed_at: Timestamp | null; is_canceled: Generated<boolean>; unassigned_notified_at: Timestamp | null;
    current_since: Timestamp | null; principal_id: number | null; principal_name: string | null; delegation_id: number | null;
    escalated_at: Timestamp | null; reminders: Generated<number>; budget_id: number | null; reason: string | null;
    by_email: Generated<boolean>;
  };
  order_warnings: {
    id: Generated<number>; company_id: Generated<number>; order_id: number; kind: string; limit_amount: number | null; compared: number[];
    because: string[]; found_at: Generated<Timestamp>; dismissed_at: Timestamp | null; dismissed_by_id: number | null;
    dismissed_by_name: string | null; dismissed_reason: string | null;
  };
  orders: {
    company_id: Generated<number>; id: Generated<number>; identifier: string; site_id: number; site_snapshot_id: number;
    creator_id: number | null; ordered_by_id: number | null; requested_by_id: number | null; po_number: string | null;
    afe_number: string | null; status: number; payment_status: number | null; order_date: Timestamp; total: string; subtotal: string;
    line_count: Generated<number>; tracking_numbers: Generated<string[]>; tracking_url: string | null;
    custom_checkout_data: Generated<Json>; custom_confirm_data: Generated<Json>; search_text: ColumnType<string, never, never>;
    version: number | null; content_hash: Buffer | null; created_at: Generated<Timestamp>; updated_at: Generated<Timestamp>;
    removed_items: string[] | null; line_text: Generated<string>; status_times: Generated<Json>;
  };
  organization_groups: {
    id: Generated<number>; company_id: Generated<number>; name: string; tree_visibility: Generated<boolean>;
    created_at: Generated<Timestamp>;
  };
  organization_nodes: {
    id: Generated<number>; company_id: Generated<number>; parent_id: number | null; group_id: number; name: string;
    ecommerce_catalog: string | null; mcc_domain: string | null; ecommerce_domain: string | null; created_at: Generated<Timestamp>;
    updated_at: Generated<Timestamp>;
  };
  password_links: {
    token_hash: Buffer; user_id: number; purpose: string; created_at: Generated<Timestamp>; expires_at: Timestamp;
    used_at: Timestamp | null; session_id: string | null;
  };
  person_snapshots: {
    id: Generated<number>; company_id: Generated<number>; user_id: number | null; name: string; username: string | null;
    keys: ColumnType<string[], never, never>;
  };
  policy_sites: { company_id: Generated<number>; user_id: number; site_id: number; };
  rate_limits: { bucket: string; hits: number; ends_at: Timestamp; };
  recent_messages: {
    message_id: number; company_id: Generated<number | null>; user_id: number | null; channel: string; recipient: string;
    topic: string | null; source: string | null; created_at: Timestamp; held_until: Timestamp | null;
  };
  recovery_codes: { user_id: number; code_hash: Buffer; session_id: string | null; used_at: Timestamp | null; };
  removed_lines: {
    id: Generated<number>; company_id: Generated<number>; order_id: number; text: string; sku: string | null; quantity: string;
    price: string; removed_by: string; removed_at: Generated<Timestamp>;
  };
  report_readers: {
    company_id: Generated<number>; report_id: number; user_id: number; state: string; seen_keys: string[] | null; seen_count: number | null;
    seen_at: Timestamp | null; created_at: Generated<Timestamp>;
  };
  report_runs: {
    id: Generated<number>; company_id: Generated<number>; report_id: number; user_id: number; planned_at: Timestamp; by_hand: boolean;
    ran_at: Generated<Timestamp>; result: string; row_count: number | null; row_sum: string | null; message_id: number | null;
    written_as: string | null; seen_keys: string[] | null; seen_count: number | null; seen_at: Timestamp | null;
  };
  report_settings: { company_id: Generated<number>; attach_files: boolean; };
  reports: {
    id: Generated<number>; company_id: Generated<number>; user_id: number; name: string; list: string; view_id: number | null;
    columns: Json; ordering: string | null; filters: Json; every: string; weekday: number | null; day: number | null; at: string;
    format: string; attach: boolean; paused: Generated<boolean>; next_run: Timestamp; planned_in: string; created_at: Generated<Timestamp>;
    deleted_at: Timestamp | null;
  };
  retention_runs: {
    id: Generated<number>; company_id: Generated<number>; started_at: Generated<Timestamp>; finished_at: Timestamp | null;
    alerts: Generated<number>; messages: Generated<number>; sign_ins: Generated<number>; audit: Generated<number>;
    documents: Generated<number>;
  };
  retention_settings: {
    company_id: Generated<number>; alerts: number | null; messages: number | null; sign_ins: number | null; audit: number | null;
    documents: number | null; checked_at: Timestamp | null;
  };
  roles: {
    id: Generated<number>; company_id: Generated<number>; name: string; can_impersonate: Generated<boolean>;
    can_view_order_tracking: Generated<boolean>; created_at: Generated<Timestamp>; updated_at: Generated<Timestamp>;
  };
  security_policies: {
    company_id: Generated<number>; second_factor: Generated<string>; idle_minutes: number | null; session_hours: number | null;
    networks: Generated<string[]>; confirm_minutes: Generated<number>; confirm_rules: Generated<boolean>; updated_at: Generated<Timestamp>;
    sso_required: Generated<boolean>; emergency_admins: Generated<number[]>; assistants: Generated<boolean>;
  };
  sessions: {
    id: Generated<string>; user_id: number; created_at: Generated<Timestamp>; expires_at: Timestamp; ended_at: Timestamp | null;
    user_agent: Generated<string>; address: Generated<string>; last_used_at: Generated<Timestamp>; company_id: Generated<number | null>;
    method: Generated<string>; device: Generated<string>; network: Generated<string>; rests_on: string | null;
    confirmed_at: Generated<Timestamp>; factor_at: Timestamp | null; end_reason: string | null; sso_connection_id: number | null;
    sign_out_url: string | null; support_access_id: number | null;
  };
  shop_users: {
    id: Generated<number>; company_id: Generated<number>; username: string; email: string | null; password_hash: string | null;
    created_at: Generated<Timestamp>;
  };
  sign_ins: {
    id: Generated<number>; company_id: Generated<number | null>; user_id: number | null; at: Generated<Timestamp>; method: string;
    result: string; address: string; device: string; reason: string | null; reference: string | null;
  };
  site_day_spend: { company_id: Generated<number>; site_id: number; day: string; orders: number; total: string; };
  site_month_deliveries: { company_id: Generated<number>; site_id: number; month: string; days: number; orders: number; };
  site_order_counts: {
    company_id: Generated<number>; frequency: string; window_start: string; site_id: number; weekday: number; orders: number;
  };
  site_snapshots: {
    id: Generated<number>; company_id: Generated<number>; site_id: number; name: string; location_name: string | null;
    business_unit: string | null; region: string | null; division: string | null;
  };
  site_types: { id: Generated<number>; company_id: Generated<number>; name: string; };
  site_users: { company_id: Generated<number>; site_id: number; user_id: number; is_admin: Generated<boolean>; };
  sites: {
    id: Generated<number>; company_id: Generated<number>; name: string; location_name: string | null; division: string | null;
    business_unit: string | null; region: string | null; ecommerce_username: string; ecommerce_user_email: string | null;
    site_type_id: number | null; warehouse_id: number | null; node_id: number | null; enable_analytics: Generated<boolean>;
    buyout_site: Generated<boolean>; deleted_at: Timestamp | null; created_at: Generated<Timestamp>; updated_at: Generated<Timestamp>;
  };
  sso_connections: {
    id: Generated<number>; company_id: Generated<number>; kind: string; name: string; enabled: Generated<boolean>; issuer: string | null;
    client_id: string | null; client_secret: string | null; metadata_url: string | null; sign_in_url: string | null;
    sign_out_url: string | null; certificates: Generated<string[]>; metadata_read_at: Timestamp | null; email_claim: string | null;
    first_name_claim: string | null; last_name_claim: string | null; groups_claim: string | null; creates_users: Generated<boolean>;
    tested_at: Timestamp | null; test: Json | null; created_at: Generated<Timestamp>; updated_at: Generated<Timestamp>;
    tells_sign_in_time: boolean | null;
  };
  sso_domains: {
    id: Generated<number>; company_id: Generated<number>; domain: string; token: string; confirmed_at: Timestamp | null;
    confirmed_by: string | null; checked_at: Timestamp | null; problem: string | null; created_at: Generated<Timestamp>;
  };
  sso_identities: {
    id: Generated<number>; company_id: Generated<number>; connection_id: number; user_id: number; issuer: string; subject: string;
    created_at: Generated<Timestamp>; last_used_at: Generated<Timestamp>;
  };
  sso_requests: {
    state_hash: Buffer; connection_id: number; browser_hash: Buffer; nonce: string; code_verifier: string; request_id: string;
    next_page: string | null; tester_id: number | null; is_forced: Generated<boolean>; created_at: Generated<Timestamp>;
    expires_at: Timestamp; answered_at: Timestamp | null; answer: string | null; code_hash: Buffer | null;
    code_expires_at: Timestamp | null;
  };
  support_accesses: {
    id: Generated<number>; company_id: Generated<number>; granted_by: number; granted_at: Generated<Timestamp>; ends_at: Timestamp;
    revoked_at: Timestamp | null; reason: string | null;
  };
  trigger_progress: {
    company_id: Generated<number>; daily_from: string; weekly_from: string; daily_sent_from: string; weekly_sent_from: string;
    sent_alert_id: number; sending_alert_id: number | null;
  };
  trigger_reviews: { company_id: Generated<number>; user_id: number; };
  trigger_sites: { company_id: Generated<number>; user_id: number; site_id: number; };
  triggers: {
    id: Generated<number>; company_id: Generated<number>; user_id: number; site_id: number; rule: string; frequency: string;
    value: number | null; range_value: Generated<number[]>; enabled: boolean; updated_at: Generated<Timestamp>;
  };
  untimed_steps: { done_up_to: number; last_id: number; };
  unused_files: { company_id: Generated<number>; storage_key: string; drop_after: Timestamp; };
  user_claims: { company_id: Generated<number>; user_id: number; source: string; claims: Json; updated_at: Generated<Timestamp>; };
  user_identities: { company_id: Generated<number>; user_id: number; key: string; lost_at: Timestamp | null; };
  user_preferences: { company_id: Generated<number>; user_id: number; key: string; value: Json; updated_at: Generated<Timestamp>; };
  users: {
    id: Generated<number>; company_id: Generated<number | null>; username: string; email: string; first_name: Generated<string>;
    last_name: Generated<string>; password_hash: string | null; role_id: number | null; node_id: number | null;
    is_company_admin: Generated<boolean>; is_mcc_admin: Generated<boolean>; enable_analytics: Generated<boolean>;
    alerts_enabled: Generated<boolean>; enable_text_messages: Generated<boolean>; phone: string | null; ecommerce_username: string | null;
    last_login: Timestamp | null; deleted_at: Timestamp | null; created_at: Generated<Timestamp>; updated_at: Generated<Timestamp>;
    is_demo: Generated<boolean>; disabled_at: Timestamp | null; email_version: Generated<number>; has_second_factor: Generated<boolean>;
    kept_by_directory: Generated<boolean>; directory_username: string | null; external_id: string | null;
  };
  warehouses: { id: Generated<number>; company_id: Generated<number>; name: string; active: Generated<boolean>; };
  warning_checks: { company_id: Generated<number>; order_id: number; };
}
