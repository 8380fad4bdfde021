import { z } from "zod";
import { requiredText } from "../kit/text.ts";
import { roleMessages } from "./roles.messages.ts";

export const Role = z.object({
  id: z.number(),
  name: z.string(),
  can_impersonate: z.boolean(),
  can_view_order_tracking: z.boolean(),
  has_approval_rule: z.boolean(),
});
export type Role = z.output<typeof Role>;

/** A role in the list, with how many users have it. */
export const RoleRow = Role.extend({ users_count: z.number() });
export type RoleRow = z.output<typeof RoleRow>;

/** No two roles of a company have the same name, in capitals or not. */
export const NewRole = z.object({ name: requiredText(roleMessages.nameRequired).trim() });
export type NewRole = z.output<typeof NewRole>;

export const RoleChanges = NewRole.extend({
  can_impersonate: z.boolean(),
  can_view_order_tracking: z.boolean(),
}).partial();
export type RoleChanges = z.output<typeof RoleChanges>;
