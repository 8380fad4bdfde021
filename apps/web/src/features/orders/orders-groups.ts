import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "../../platform/api.ts";
import type { GroupColumn } from "../../platform/resource-table-columns.ts";
import { useSessionUser } from "../../platform/session-user.ts";
import { tableMessages as says } from "../../platform/table.messages.ts";
import { toast } from "../../platform/toast.ts";

const NONE: readonly GroupColumn[] = [];

/** Until the hierarchy room answers with its groups, they are read off the newest orders. */
const fetchGroups = async (signal: AbortSignal): Promise<GroupColumn[]> => {
  const { results } = await call(orderList.page, { query: {} }, signal);
  const groups = results.flatMap(({ site }) => site.groups);
  return [...new Map(groups.map(({ id, name }) => [id, { id, name }])).values()].sort((a, b) => a.id - b.id);
};

/** The groups that become columns; undefined while they are on their way, none when they cannot be had. */
export const useOrganizationGroups = (): readonly GroupColumn[] | undefined => {
  const enabled = useSessionUser().company?.has_company_hierarchy === true;
  const { data, error } = useQuery({
    queryKey: ["organization-groups"],
    queryFn: ({ signal }) => fetchGroups(signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
  useEffect(() => {
    if (!error) return;
    console.error(says.groupsFailed, error);
    toast.error(says.groupsFailed);
  }, [error]);
  return enabled && !error ? data : NONE;
};
