import type { StreamEvent } from "@mcc/contract/stream/stream.schema.ts";

/** The kinds of changes a stream reports without data; that it is open it reports itself. */
export type StreamKind = Exclude<StreamEvent["kind"], "ready" | "alert">;
/** What is announced for sites of a company; `access` follows from an announcement about one user. */
type SiteKind = Exclude<StreamKind, "access">;

/** About one user: what they may do or see, or which of their alerts they have read. */
type UserKind = "person" | "own-alerts";

/** What may be announced, after the commit. */
export type Change =
  /** Something changed at some sites of a company. */
  | { readonly kind: SiteKind; readonly companyId: number; readonly siteIds: "all" | readonly number[] }
  | { readonly kind: UserKind; readonly userId: number }
  /**
   * New alerts, as many as there are. Each is sent to the open pages of its user, with its text. The lists of its user
   * and of company admins are refreshed too, so nothing else is announced.
   */
  | { readonly kind: "alert"; readonly companyId: number; readonly alertIds: readonly number[] };

/** A PostgreSQL notification has at most 8,000 bytes; beyond this number of sites it means all of them. */
const MAX_SITES = 500;
/** New alerts are named one by one, in as many notifications as they need. An id has at most 16 digits. */
const ALERTS_PER_NOTICE = 400;

const alertNotices = (companyId: number, alertIds: readonly number[]): Change[] =>
  Array.from({ length: Math.ceil(alertIds.length / ALERTS_PER_NOTICE) }, (_, part) => ({
    kind: "alert",
    companyId,
    alertIds: alertIds.slice(part * ALERTS_PER_NOTICE, (part + 1) * ALERTS_PER_NOTICE),
  }));

/** Announcements of a short time: those of one kind in one company are gathered. */
export class PendingChanges {
  readonly #sites = new Map<string, { kind: SiteKind; companyId: number; siteIds: Set<number> | "all" }>();
  readonly #users = new Map<string, Extract<Change, { kind: UserKind }>>();
  readonly #alerts = new Map<number, Set<number>>();

  add(change: Change): void {
    if ("userId" in change) {
      this.#users.set(`${change.kind}/${change.userId}`, change);
      return;
    }
    if (change.kind === "alert") {
      const known = this.#alerts.get(change.companyId) ?? new Set();
      for (const id of change.alertIds) known.add(id);
      this.#alerts.set(change.companyId, known);
      return;
    }
    const { kind, companyId, siteIds } = change;
    const key = `${kind}/${companyId}`;
    const known = this.#sites.get(key)?.siteIds ?? new Set<number>();
    const all = known === "all" || siteIds === "all" ? "all" : new Set([...known, ...siteIds]);
    this.#sites.set(key, { kind, companyId, siteIds: all !== "all" && all.size > MAX_SITES ? "all" : all });
  }

  /** Takes all collected notifications. */
  take(): Change[] {
    const changes: Change[] = [
      ...this.#users.values(),
      ...[...this.#alerts].flatMap(([companyId, ids]) => alertNotices(companyId, [...ids])),
      ...[...this.#sites.values()].map(
        ({ siteIds, ...rest }): Change => ({ ...rest, siteIds: siteIds === "all" ? "all" : [...siteIds] }),
      ),
    ];
    this.#sites.clear();
    this.#users.clear();
    this.#alerts.clear();
    return changes;
  }
}
