import type { TestServer } from "./test-server.ts";

interface DelegationTraits {
  /** From now on. */
  readonly starts?: string;
  readonly ends?: string;
  readonly cap?: string;
  readonly siteIds?: readonly number[];
  readonly note?: string;
}

/** A delegation, as it is stored: it holds unless it says otherwise. */
export const addDelegation = async (
  { sql }: TestServer,
  companyId: number,
  principalId: number,
  deputyId: number,
  { starts = "-1 minute", ends = "1 day", cap, siteIds, note = "" }: DelegationTraits = {},
) => {
  const [added] = await sql<{ id: number }>(
    `insert into delegations (company_id, principal_id, deputy_id, starts_at, ends_at, cap, site_ids, note, created_by_name)
     values ($1, $2, $3, now() + $4::interval, now() + $5::interval, $6, $7, $8, 'Test') returning id`,
    [companyId, principalId, deputyId, starts, ends, cap ?? null, siteIds ?? null, note],
  );
  const id = Number(added?.id);
  return { id, end: () => sql("update delegations set ended_at = now() where id = $1", [id]) };
};
