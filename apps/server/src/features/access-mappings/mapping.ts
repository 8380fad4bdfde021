import type { Claim, MappedField } from "@mcc/contract/access-mappings/access-mappings.schema.ts";

/** A mapping as it is stored. */
export interface StoredMapping {
  readonly claim: string;
  readonly value: string;
  readonly role_id: number | null;
  readonly node_id: number | null;
  readonly site_ids: readonly number[];
  readonly is_company_admin: boolean;
}

/** What of a user the mappings decide, by ids. */
export interface AccessIds {
  readonly role_id: number | null;
  readonly node_id: number | null;
  readonly site_ids: readonly number[];
  readonly is_company_admin: boolean;
}

const GIVES: Readonly<Record<MappedField, (mapping: StoredMapping) => boolean>> = {
  role: ({ role_id }) => role_id !== null,
  node: ({ node_id }) => node_id !== null,
  sites: ({ site_ids }) => site_ids.length > 0,
  is_company_admin: ({ is_company_admin }) => is_company_admin,
};

/** What at least one mapping gives is decided by the mappings alone. */
export const decidedBy = (mappings: readonly StoredMapping[]): MappedField[] =>
  (Object.keys(GIVES) as MappedField[]).filter((field) => mappings.some(GIVES[field]));

/** Values are compared exactly: groups whose names differ by a capital letter are different groups. */
export const matching = (
  mappings: readonly StoredMapping[],
  claims: readonly Claim[],
): readonly StoredMapping[] =>
  mappings.filter(({ claim, value }) =>
    claims.some(({ name, values }) => name === claim && values.includes(value)),
  );

/** The access of a user after the mappings were applied. What they do not decide stays. */
export const mapped = (
  mappings: readonly StoredMapping[],
  claims: readonly Claim[],
  before: AccessIds,
): AccessIds => {
  const decided = decidedBy(mappings);
  const fits = matching(mappings, claims);
  const decides = (field: MappedField) => decided.includes(field);
  return {
    role_id: decides("role") ? (fits.find(GIVES.role)?.role_id ?? null) : before.role_id,
    node_id: decides("node") ? (fits.find(GIVES.node)?.node_id ?? null) : before.node_id,
    site_ids: decides("sites") ? [...new Set(fits.flatMap(({ site_ids }) => site_ids))] : before.site_ids,
    is_company_admin: decides("is_company_admin")
      ? fits.some(GIVES.is_company_admin)
      : before.is_company_admin,
  };
};
