import type { ErrorCode } from "@mcc/contract/kit/errors.ts";

/** The number of slots of one kind at once: per caller, per company, and in this process. */
export interface SlotLimit {
  /** One user across all sessions, one API key, or one network address of an unauthenticated caller. */
  readonly each: number;
  readonly company: number;
  readonly total: number;
  /** The error for a caller with too many, and when to retry. */
  readonly refusal?: ErrorCode;
  readonly retryAfter: number;
}

/** Each bound is well below the next: no caller can use up a company's part, and no company the whole. */
export const slotLimits = {
  /** Requests in work, counted from when their body has arrived. */
  requests: { each: 64, company: 160, total: 400, retryAfter: 1 },
  /** Requests of authenticated callers whose body is still arriving. Each may use a megabyte. */
  bodies: { each: 16, company: 64, total: 256, retryAfter: 1 },
  /** Requests of unauthenticated callers, until their body has arrived or their key is checked. */
  anonymous: { each: 32, company: 32, total: 256, retryAfter: 1 },
  /** Downloads of files and zips; together with the uploads no more than the connections to a store (64). */
  downloads: { each: 10, company: 20, total: 40, retryAfter: 5 },
  /** Lists without pagination: each uses one of the twelve database connections. The error message names `each`. */
  exports: { each: 2, company: 3, total: 6, refusal: "export.running", retryAfter: 5 },
  /** Each may buffer some megabytes for the store. */
  uploads: { each: 8, company: 12, total: 24, retryAfter: 5 },
  /** Each may buffer its unread results and two groups of orders. The description of the endpoint names `each`. */
  batches: { each: 4, company: 8, total: 16, retryAfter: 5 },
  /** Event streams: many and idle. Beyond `each`, the windows of one browser, a page polls. */
  streams: { each: 8, company: 500, total: 2_000, retryAfter: 30 },
} as const satisfies Record<string, SlotLimit>;
export type SlotKind = keyof typeof slotLimits;

/** The maximum size of a body, and the time limit for its arrival. */
export interface BodyLimit {
  readonly bytes: number;
  readonly within: number;
}

export const bodyLimits = {
  /** Where anybody may call: endpoints before sign-in, and paths that do not exist. */
  open: { bytes: 16 * 1024, within: 10_000 },
  /** With a valid token or key, checked before the body is read. */
  known: { bytes: 1024 * 1024, within: 60_000 },
  /** A directory sends a group with thousands of members at once. */
  directory: { bytes: 4 * 1024 * 1024, within: 60_000 },
} as const satisfies Record<string, BodyLimit>;

/** Calls of one network address to open endpoints; counted before their body is read. */
export const openCalls = { most: 600, seconds: 60 };

/** Assistants of one network address that register themselves. */
export const registrations = { most: 60, seconds: 60 * 60 };

/** Calls of tools by one assistant of one person. */
export const assistantCalls = { most: 120, seconds: 60 };

/** The rate of an API key is averaged over this time: shorter bursts are let through. */
export const KEY_RATE_SECONDS = 10;

/** Milliseconds. */
export const timeouts = {
  headers: 10_000,
  /** How often Node checks for connections whose headers or request are late. */
  check: 5_000,
  /** An upload is read while it arrives, and may take this long in all; every other body has its own limit above. */
  upload: 60 * 60_000,
  /** A connection on which nothing happens, in the middle of a request or between two. */
  idle: 60_000,
  keepAlive: 72_000,
  /** A sender who got a response before the end of the body may continue sending this long, to be able to read it. */
  unread: 10_000,
} as const;
