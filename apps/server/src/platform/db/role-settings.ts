import { PLAN_ONCE } from "./connection.ts";
import { IDLE_WITHIN, STATEMENT_WITHIN } from "./time-limits.ts";

/** Who a connection acts as: requests see tenant views only, the platform and jobs see the tables. */
export type Role = "mcc_request" | "mcc_platform";

const SCHEMA: Readonly<Record<Role, string>> = { mcc_request: "tenant, public", mcc_platform: "mcc, public" };

/** For the whole life of a connection. */
export const setForever = (role: Role): string =>
  `set role ${role}; set search_path = ${SCHEMA[role]}; set timezone = 'UTC'; ${role === "mcc_request" ? PLAN_ONCE : ""}`;

const LOCAL: Readonly<Record<string, (role: Role) => string>> = {
  role: (role) => role,
  search_path: (role) => SCHEMA[role],
  timezone: () => "UTC",
  statement_timeout: (role) => String(STATEMENT_WITHIN[role]),
  idle_in_transaction_session_timeout: () => String(IDLE_WITHIN),
};

/** For one transaction: behind a transaction pooler the next one may be another client's. */
export const setLocally = (role: Role): { readonly text: string } => ({
  text: `select ${Object.entries(LOCAL)
    .map(([name, value]) => `set_config('${name}', '${value(role)}', true)`)
    .join(", ")}`,
});
