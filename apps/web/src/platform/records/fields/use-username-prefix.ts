import type { SessionCompany } from "@mcc/contract/access/session.ts";
import { findCompanyConfiguration } from "@mcc/contract/company-settings/company-settings.api.ts";
import { nodeList } from "@mcc/contract/hierarchy/nodes.api.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../api/call.ts";
import { everyNode } from "./node-select.tsx";

/** The prefix of usernames at a node, or of the company without one; empty until it is loaded. */
export const useUsernamePrefix = ({ id, has_company_hierarchy: hierarchy }: SessionCompany) => {
  const { data: configuration } = useQuery(queryFor(findCompanyConfiguration, { params: { id } }));
  const { data: nodes } = useQuery({ ...queryFor(nodeList.page, everyNode), enabled: hierarchy });
  return (node: string | null): string => {
    if (hierarchy && node === null) return "";
    const found = nodes?.results.find((one) => String(one.id) === node);
    return (hierarchy ? found?.username_prefix : configuration?.username_prefix) ?? "";
  };
};
