import type { AccessMapping, MappingInput } from "@mcc/contract/access-mappings/access-mappings.schema.ts";

/** Mappings as they are sent: by ids. */
export const inputsOf = (mappings: readonly AccessMapping[]): MappingInput[] =>
  mappings.map(({ claim, value, role, node, sites, is_company_admin }) => ({
    ...{ claim, value, is_company_admin },
    role_id: role?.id ?? null,
    node: node?.id ?? null,
    sites: sites.map(({ id }) => id),
  }));
