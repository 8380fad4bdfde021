import type { LogEvent } from "kysely";
import { currentTracer, statementInfo } from "../tracing.ts";

/** Kysely tells of a query when it has ended; its span says how long it took. */
export const traceQuery = ({ query, queryDurationMillis, ...event }: LogEvent): void => {
  currentTracer()
    ?.start(statementInfo(query.sql), { took: queryDurationMillis })
    .end("error" in event ? { error: event.error } : undefined);
};
