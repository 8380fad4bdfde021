import { readFile } from "node:fs/promises";
import https from "node:https";
import { hostname } from "node:os";
import { connect } from "node:tls";
import type { Services } from "../../platform/services.ts";
import { webhookHeaders } from "../events/event-secrets.service.ts";
import type { Entry, Stream } from "./collector.queries.ts";

export type Collector = NonNullable<Services["settings"]["collector"]>;

/** Entries of one stream, in their order. */
interface Batch extends Stream {
  readonly entries: readonly Entry[];
}

const TIMEOUT = 10_000;
const DEFAULT_SYSLOG_PORT = 6514;

const headOf = ({ kind, chain, entries }: Batch): string =>
  `${kind}_${chain}_${entries[0]?.position}_${entries.at(-1)?.position}`;

/** The collector takes no request as large as this one. */
export class TooLarge extends Error {}

/** What sends batches to the collector, one after the other. */
export interface Connection {
  /** Resolves once the collector has taken the entries. */
  readonly send: (batch: Batch) => Promise<void>;
  readonly close: () => void;
}

/** One POST, signed as Standard Webhooks has it. The same entries have the same message id. */
const post = ({ url, secret = "" }: Collector, agent: https.Agent, batch: Batch): Promise<void> =>
  new Promise((taken, failed) => {
    const { kind, company, entries } = batch;
    const body = JSON.stringify({ type: `${kind}.entries`, company, entries });
    const message = { id: headOf(batch), timestamp: String(Math.floor(Date.now() / 1000)), body };
    const headers = { "content-type": "application/json", ...webhookHeaders([secret], message) };
    const request = https.request(url, { method: "POST", agent, headers });
    const late = setTimeout(() => request.destroy(new Error("the collector took too long")), TIMEOUT);
    let isAnswered = false;
    request.on("response", (response) => {
      isAnswered = true;
      const status = response.statusCode ?? 0;
      response.on("error", () => {});
      // The connection is used again once the response has ended.
      response.on("close", () => {
        clearTimeout(late);
        if (status >= 200 && status <= 299) taken();
        else if (status === 413) failed(new TooLarge("the collector answered 413"));
        else failed(new Error(`the collector answered ${status}`));
      });
      response.resume();
    });
    // Whoever refuses a request without reading all of it breaks off the connection after the response.
    request.on("error", (error) => {
      if (isAnswered) return;
      clearTimeout(late);
      failed(error);
    });
    request.end(body);
  });

/** A collector may close a connection that is not in use at the moment when it is used again. */
const postAgain = (collector: Collector, agent: https.Agent, batch: Batch): Promise<void> =>
  post(collector, agent, batch).catch((error) => {
    if ((error as { code?: string }).code !== "ECONNRESET") throw error;
    return post(collector, agent, batch);
  });

/** Facility 13 (audit), severity 6 (informational). */
const PRIORITY = 13 * 8 + 6;
const NOT_ASCII = /[^\u0020-\u007e]/g;
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** RFC 5424 in the framing of RFC 5425. The message is JSON in ASCII, so it needs no byte order mark. */
const syslogFrame = ({ kind, company }: Stream, entry: Entry): string => {
  const json = JSON.stringify({ company, ...entry }).replace(NOT_ASCII, escaped);
  const line = `<${PRIORITY}>1 ${entry.at.toISOString()} ${hostname()} mcc - ${kind} - ${json}`;
  return `${line.length} ${line}`;
};

/**
 * Syslog has no answers. A batch counts as taken when the collector has read the connection to its end and has closed its
 * own side without an error.
 */
const writeLines = ({ url }: Collector, ca: string | undefined, batch: Batch): Promise<void> =>
  new Promise((taken, failed) => {
    const { hostname: host, port } = new URL(url);
    let isRead = false;
    const socket = connect({ host, port: Number(port || DEFAULT_SYSLOG_PORT), servername: host, ca });
    socket.setTimeout(TIMEOUT, () => socket.destroy(new Error("the collector took too long")));
    socket.on("secureConnect", () => {
      socket.end(batch.entries.map((entry) => syslogFrame(batch, entry)).join(""));
    });
    socket.on("end", () => {
      isRead = true;
    });
    socket.on("error", failed);
    socket.on("close", () =>
      isRead ? taken() : failed(new Error("the collector broke off the connection")),
    );
    socket.resume();
  });

/** By HTTPS all batches use one connection. By syslog each has its own: its end says that the batch was read. */
export const openCollector = async (collector: Collector): Promise<Connection> => {
  const ca = collector.caFile === undefined ? undefined : await readFile(collector.caFile, "utf8");
  if (!collector.url.startsWith("https:"))
    return { send: (batch) => writeLines(collector, ca, batch), close: () => {} };
  const agent = new https.Agent({ keepAlive: true, ca });
  return { send: (batch) => postAgain(collector, agent, batch), close: () => agent.destroy() };
};
