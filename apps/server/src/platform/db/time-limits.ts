/** Time limits of a statement in milliseconds: of a request, of a job, and of an export, which sorts before its first row. */
export const STATEMENT_WITHIN = { mcc_request: 10_000, mcc_platform: 60_000 } as const;
export const EXPORT_STATEMENT_WITHIN = 60_000;
/** A transaction in which nothing happens. */
export const IDLE_WITHIN = 60_000;
export const CONNECT_WITHIN = 5_000;

/** PostgreSQL ends a statement in time and says so; a connection that still says nothing is lost, without an error. */
const GRACE = 5_000;
export const ANSWER_WITHIN = {
  mcc_request: STATEMENT_WITHIN.mcc_request + GRACE,
  mcc_platform: STATEMENT_WITHIN.mcc_platform + GRACE,
} as const;
export const EXPORT_ANSWER_WITHIN = EXPORT_STATEMENT_WITHIN + GRACE;
