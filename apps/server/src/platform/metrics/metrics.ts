import type { Kysely } from "kysely";
import type { MetricValue, Registry } from "prom-client";
import type { Tables } from "../db/tables.ts";
import type { Services } from "../services.ts";
import { type Backlog, type CollectorBacklog, readBacklog, readCollectorBacklog } from "./metrics.queries.ts";
import { BOUNDS, type RequestTally } from "./request-tally.ts";

/** What the metrics are read from. */
interface Sources {
  readonly services: Pick<Services, "database" | "log" | "settings">;
  readonly requests: RequestTally;
  /** What is in progress, by kind. */
  readonly inProgress: () => Readonly<Record<string, number>>;
}

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
}

/** The database is asked at most this often, however many systems read the metrics. */
const KEEP_MS = 5_000;

const REQUESTS = "mcc_http_request_duration_seconds";

type Value = MetricValue<string> & { readonly metricName: string };

/** Loaded with the first reading: the library takes 20 MB and a tenth of a second that no other process needs. */
export const makeMetrics = async ({ services, requests, inProgress }: Sources): Promise<Metrics> => {
  const { collectDefaultMetrics, Gauge, Registry } = await import("prom-client");
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registerRequests(registry, requests);

  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    read: () => readonly (readonly [Partial<Record<Label, string>>, number])[],
  ) => {
    new Gauge<Label>({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.set(labels as Record<Label, string>, value);
      },
    });
  };

  const pools = () => services.database.pools();
  gauge("mcc_pool_connections", "Open database connections.", ["pool"], () =>
    pools().map(({ pool, open }) => [{ pool }, open]),
  );
  gauge("mcc_pool_connections_in_use", "Database connections in use.", ["pool"], () =>
    pools().map(({ pool, inUse }) => [{ pool }, inUse]),
  );
  gauge("mcc_pool_waiting", "Requests that wait for a database connection.", ["pool"], () =>
    pools().map(({ pool, waiting }) => [{ pool }, waiting]),
  );
  gauge("mcc_in_progress", "What is in progress and limited, by kind.", ["kind"], () =>
    Object.entries(inProgress()).map(([kind, taken]) => [{ kind }, taken]),
  );
  gauge("mcc_streams_open", "Open event streams of pages.", [], () => [[{}, inProgress().streams ?? 0]]);

  let backlog: Backlog | undefined;
  gauge("mcc_database_up", "Whether the database answered.", [], () => [[{}, backlog ? 1 : 0]]);
  gauge("mcc_jobs", "Jobs by queue and state.", ["queue", "state"], () =>
    (backlog?.jobs ?? []).map(({ queue, state, count }) => [{ queue, state }, count]),
  );
  gauge(
    "mcc_jobs_oldest_seconds",
    "How long the oldest job of a queue has been due, running or failed.",
    ["queue", "state"],
    () => (backlog?.jobs ?? []).map(({ queue, state, age }) => [{ queue, state }, age]),
  );
  gauge("mcc_outbox_waiting", "Messages that are not sent yet.", ["channel"], () =>
    (backlog?.messages ?? []).map(({ channel, count }) => [{ channel }, count]),
  );
  gauge("mcc_outbox_oldest_seconds", "The age of the oldest message that is not sent yet.", ["channel"], () =>
    (backlog?.messages ?? []).map(({ channel, age }) => [{ channel }, age]),
  );
  gauge("mcc_events_waiting", "Outgoing events that are not delivered yet.", [], () =>
    backlog ? [[{}, backlog.events.count]] : [],
  );
  gauge("mcc_events_oldest_seconds", "The age of the oldest outgoing event not delivered yet.", [], () =>
    backlog ? [[{}, backlog.events.age]] : [],
  );

  let collector: CollectorBacklog = [];
  gauge("mcc_collector_waiting", "Entries that the collector has not taken yet.", ["kind"], () =>
    collector.map(({ kind, count }) => [{ kind }, count]),
  );
  gauge(
    "mcc_collector_oldest_seconds",
    "The age of the oldest entry that the collector has not taken yet.",
    ["kind"],
    () => collector.map(({ kind, age }) => [{ kind }, age]),
  );

  /** Each in a transaction of its own; nothing when it fails. */
  const readRows = <Rows>(what: string, rows: (db: Kysely<Tables>) => Promise<Rows>) =>
    services.database.platform
      .transaction()
      .setAccessMode("read only")
      .execute(rows)
      .catch((error) => void services.log.warn({ err: error }, `${what} could not be read`));
  let read: Promise<void> | undefined;
  const refresh = (): Promise<void> => {
    read ??= (async () => {
      backlog = (await readRows("the backlog", readBacklog)) ?? undefined;
      collector =
        (services.settings.collector &&
          (await readRows("what the collector has not taken", readCollectorBacklog))) ||
        [];
      setTimeout(() => {
        read = undefined;
      }, KEEP_MS).unref();
    })();
    return read;
  };
  return {
    contentType: registry.contentType,
    text: async () => {
      await refresh();
      return registry.metrics();
    },
  };
};

/** A histogram whose numbers were counted elsewhere. */
const registerRequests = (registry: Registry, requests: RequestTally): void => {
  const help = "Requests by method, path pattern and status, and how long they took.";
  const get = async () => ({
    name: REQUESTS,
    help,
    type: "histogram",
    values: [...requests.all()].flatMap(({ kind, within, count, seconds }): Value[] => {
      const labels = { ...kind, status: String(kind.status) };
      let upTo = 0;
      const buckets = BOUNDS.map((bound, at): Value => {
        upTo += within[at] ?? 0;
        return { metricName: `${REQUESTS}_bucket`, labels: { ...labels, le: String(bound) }, value: upTo };
      });
      return [
        ...buckets,
        { metricName: `${REQUESTS}_bucket`, labels: { ...labels, le: "+Inf" }, value: count },
        { metricName: `${REQUESTS}_sum`, labels, value: seconds },
        { metricName: `${REQUESTS}_count`, labels, value: count },
      ];
    }),
  });
  registry.registerMetric({ name: REQUESTS, get } as unknown as Parameters<Registry["registerMetric"]>[0]);
};
