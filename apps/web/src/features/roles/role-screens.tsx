import { approvalRules, findApprovalRule } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { createRole, deleteRole, findRole, roles, updateRole } from "@mcc/contract/roles/roles.api.ts";
import { NewRole } from "@mcc/contract/roles/roles.schema.ts";
import { currentUser } from "@mcc/contract/sign-in/sign-in.api.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { invalidate } from "../../platform/api/invalidate.ts";
import { CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import type { RecordScreens } from "../../platform/records/record-screens.ts";
import { roleTexts as texts } from "./roles.texts.ts";

/** What the list of roles and the page of one have in common. */
export const roleScreens: RecordScreens<NewRole> = {
  texts,
  above: [CONFIGURATION],
  path: "/configuration/roles",
  endpoints: { list: roles, find: findRole, create: createRole, update: updateRole, delete: deleteRole },
  schema: NewRole,
  fields: (field) => <TextField label={texts.name} required {...field("name")} />,
  // Rules name roles, and roles decide what the user may do.
  invalidate: () => invalidate([roles, findRole, approvalRules, findApprovalRule, currentUser]),
};
