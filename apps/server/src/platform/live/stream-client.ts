import { PassThrough } from "node:stream";
import { STREAM_ALERTS, type StreamEvent } from "@mcc/contract/stream/stream.schema.ts";
import { requestAddress } from "../access/request-address.ts";
import type { CompanyScope } from "../access/scope.ts";
import type { NewAlert } from "./new-alerts.queries.ts";
import type { StreamKind } from "./pending-changes.ts";

export type StreamScope = Pick<
  CompanyScope,
  "who" | "companyId" | "siteIds" | "sessionId" | "delegations" | "signIn"
>;
type Sites = "all" | ReadonlySet<number>;

const sitesOf = (siteIds: "all" | readonly number[]): Sites => (siteIds === "all" ? "all" : new Set(siteIds));

/** The sites where the user may decide as a deputy. */
const delegatedSites = (delegations: StreamScope["delegations"]): Sites => {
  const sites = delegations.map(({ siteIds, principal }) => {
    const { siteIds: seen } = principal;
    if (siteIds === "all" || seen === "all") return siteIds === "all" ? seen : siteIds;
    return siteIds.filter((id) => seen.includes(id));
  });
  return sites.includes("all") ? "all" : new Set(sites.flatMap((ids) => ids as readonly number[]));
};

const isOneOf = (sites: Sites, siteIds: "all" | readonly number[]): boolean =>
  sites === "all" || siteIds === "all" || siteIds.some((id) => sites.has(id));

/** The minimum time between two notifications of the same kind; changes in between are combined. */
const THROTTLE_MS = 500;
/**
 * A client that leaves this much unread for a while has disconnected without notice, or is too slow; so has one that
 * leaves many alerts unread when more arrive. It is cut off, and receives what it has missed when it reconnects.
 */
const UNREAD_BYTES = 4 * 1024;
const UNREAD_MS = 5_000;
const UNREAD_ALERT_BYTES = 16 * 1024;
/** The browser's delay before it reconnects, in milliseconds. */
const RECONNECT_MS = 3_000;
/** An alert that was read twice, by its announcement and with those that were missed, is sent once. */
const SENT_IDS = 2 * STREAM_ALERTS;

const serializedEvent = (event: StreamEvent): string =>
  `${event.kind === "alert" ? `id: ${event.id}\n` : ""}event: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;

/** One open page. */
export class StreamClient {
  readonly output = new PassThrough();
  readonly sessionId: string;
  /** Where the page is opened. */
  readonly address = requestAddress();
  readonly userId: number;
  readonly companyId: number;
  /** All alerts up to this one were sent, or are older than the page; none is missed before that is known. */
  newestAlert = Number.MAX_SAFE_INTEGER;
  /** Company admins have the alerts of everybody in their lists. */
  isAdmin: boolean;
  /** The company ends the session by time, of which no change tells. */
  hasTimedEnd: boolean;
  #sites: Sites;
  #delegatedSites: Sites;
  readonly #sentAlerts: number[] = [];
  readonly #pendingKinds = new Set<StreamKind>();
  #throttle: NodeJS.Timeout | undefined;
  #slowSince: number | undefined;

  constructor({ who, companyId, siteIds, sessionId, delegations, signIn }: StreamScope) {
    this.sessionId = sessionId;
    this.userId = who.id;
    this.companyId = companyId;
    this.isAdmin = who.is_company_admin;
    this.hasTimedEnd = signIn.hasTimedEnd;
    this.#sites = sitesOf(siteIds);
    this.#delegatedSites = delegatedSites(delegations);
    this.output.once("close", () => clearTimeout(this.#throttle));
    this.#write(`retry: ${RECONNECT_MS}\n${serializedEvent({ kind: "ready" })}`);
  }

  /** Tells the page when its user sees other sites than before. */
  setAccess({ who, siteIds, delegations, signIn }: Omit<StreamScope, "companyId" | "sessionId">): void {
    this.isAdmin = who.is_company_admin;
    this.hasTimedEnd = signIn.hasTimedEnd;
    this.#delegatedSites = delegatedSites(delegations);
    const before = this.#sites;
    const after = sitesOf(siteIds);
    this.#sites = after;
    const isSame =
      before === "all" || after === "all"
        ? before === after
        : before.size === after.size && [...before].every((id) => after.has(id));
    if (!isSame) this.notify("access");
  }

  /** Deputies learn of pending orders of their principals, too. */
  sees(siteIds: "all" | readonly number[], kind?: StreamKind): boolean {
    return isOneOf(this.#sites, siteIds) || (kind === "approvals" && isOneOf(this.#delegatedSites, siteIds));
  }

  notify(kind: StreamKind): void {
    this.#pendingKinds.add(kind);
    if (this.#throttle) return;
    this.#flush();
  }

  #flush(): void {
    this.#throttle = undefined;
    if (this.#pendingKinds.size === 0) return;
    for (const kind of this.#pendingKinds) this.#write(serializedEvent({ kind }));
    this.#pendingKinds.clear();
    this.#throttle = setTimeout(() => this.#flush(), THROTTLE_MS).unref();
  }

  /** Sends the user's own alerts at sites that the user sees, each once; in one piece, whose length is limited. */
  sendAlerts(alerts: readonly NewAlert[]): void {
    const fresh = alerts.filter(({ id }) => !this.#sentAlerts.includes(id));
    if (fresh.length === 0) return;
    this.newestAlert = Math.max(this.newestAlert, ...fresh.map(({ id }) => id));
    this.#sentAlerts.push(...fresh.map(({ id }) => id));
    this.#sentAlerts.splice(0, this.#sentAlerts.length - SENT_IDS);
    const visible = fresh.filter((alert) => alert.site_id === null || this.sees([alert.site_id]));
    if (visible.length === 0) return;
    if (this.#unread > UNREAD_ALERT_BYTES) {
      this.output.destroy();
      return;
    }
    this.#write(
      visible
        .map(({ id, content, order_identifier: order }) =>
          serializedEvent({ kind: "alert", id, content, order }),
        )
        .join(""),
    );
    this.notify("alerts");
  }

  sendHeartbeat(): void {
    this.#write(": still here\n\n");
  }

  #write(text: string): void {
    if (this.#isTooSlow()) this.output.destroy();
    else if (this.output.writable) this.output.write(text);
  }

  get #unread(): number {
    return this.output.writableLength + this.output.readableLength;
  }

  #isTooSlow(): boolean {
    if (this.#unread <= UNREAD_BYTES) {
      this.#slowSince = undefined;
      return false;
    }
    this.#slowSince ??= performance.now();
    return performance.now() - this.#slowSince > UNREAD_MS;
  }

  end(): void {
    this.output.end();
  }
}
