import { ALL_ROWS } from "@mcc/contract/kit/list.ts";

const limit = String(ALL_ROWS);

/** What the form of a rule asks for, to choose a role or a user from. */
export const allRoles = { query: { order_by: "name", limit } };
export const allUsers = { query: { liteVersion: "true", limit } };
