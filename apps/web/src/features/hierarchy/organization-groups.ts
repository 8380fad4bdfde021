import { useQuery } from "@tanstack/react-query";
import type { GroupColumn } from "../../platform/lists/columns/table-columns.ts";
import { useFailureToast } from "../../platform/lists/list-page.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { hierarchyTexts as texts } from "./hierarchy.texts.ts";

const NONE: readonly GroupColumn[] = [];

/**
 * The groups that become columns: undefined while they load, none when they cannot be loaded. Only companies with a
 * hierarchy load the code for it.
 */
export const useOrganizationGroups = (): readonly GroupColumn[] | undefined => {
  const enabled = useSessionUser().company?.has_company_hierarchy === true;
  const { data, error } = useQuery({
    // Begins with the path of groups, so that it is refetched with them.
    queryKey: ["/company-hierarchy/organization-groups/", "columns"],
    queryFn: async () => (await import("./load-group-columns.ts")).loadGroupColumns(),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  useFailureToast(error, texts.groupsFailed);
  return enabled && !error ? data : NONE;
};
