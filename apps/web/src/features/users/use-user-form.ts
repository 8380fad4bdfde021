import type { SessionCompany } from "@mcc/contract/access/session.ts";
import { roles } from "@mcc/contract/roles/roles.api.ts";
import type { UserRow } from "@mcc/contract/users/users.schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { useUsernamePrefix } from "../../platform/records/fields/use-username-prefix.ts";
import { everyRole } from "./user-fields.tsx";
import { payloadOf, type UserMode, type UserValues, userForm } from "./user-form.schema.ts";

/** What the dialog and the page of a user have in common: the rules of the form, and what it sends. */
export const useUserForm = (company: SessionCompany, mode: UserMode, user?: UserRow) => {
  const prefixOf = useUsernamePrefix(company);
  const { data } = useQuery(queryFor(roles, everyRole));
  const titleOf = (role: string | null) => data?.results.find(({ id }) => String(id) === role)?.name;
  const schema = useMemo(() => userForm(company, mode, prefixOf, user), [company, mode, prefixOf, user]);
  const bodyOf = (values: UserValues) =>
    payloadOf(values, { company, mode, user, title: titleOf(values.role) });
  return { schema, bodyOf, prefixOf };
};
