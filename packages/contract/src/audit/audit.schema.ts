import { z } from "zod";

/** The audited fields of a record. */
const Fields = z.record(z.string(), z.unknown());

/** Who did what to which record, when and from where; never changed once written. */
export const AuditEntry = z.object({
  id: z.number(),
  at: z.iso.datetime(),
  /** The name of the user, API key or command. */
  actor: z.string(),
  /** In whose name they acted, such as the shop user of a site; null for their own. */
  on_behalf_of: z.string().nullable(),
  /** What was done to what: "order.approved". */
  action: z.string(),
  record_type: z.string(),
  record_id: z.string(),
  record_name: z.string().nullable(),
  /** Null where nothing was before, as for what was created. */
  before: Fields.nullable(),
  /** Null where nothing is left, as for what was deleted. */
  after: Fields.nullable(),
  /** The network address of the request; null for jobs and commands. */
  address: z.string().nullable(),
  /** SHA-256 of the entry, with a commitment to what names people, and of the hash before it; hexadecimal digits. */
  hash: z.string(),
});
export type AuditEntry = z.output<typeof AuditEntry>;
