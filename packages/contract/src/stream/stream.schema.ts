import { z } from "zod";

/** The heartbeat interval of the stream, in milliseconds. */
export const STREAM_HEARTBEAT = 15_000;

/** The newest alerts of a user that are sent at once, or again to a page that has missed some. */
export const STREAM_ALERTS = 20;

/**
 * The events sent to an open page. An event says which kind of thing has changed, never the data: the page fetches that
 * with its own request. An alert is the exception: it is sent to its own user, with the text that the page shows at once.
 */
export const StreamEvent = z.discriminatedUnion("kind", [
  /** The stream is open. What was fetched before may have changed meanwhile, so the page refetches it. */
  z.object({ kind: z.literal("ready") }),
  /** Pending orders. */
  z.object({ kind: z.literal("approvals") }),
  /** Orders: new ones, or their statuses. */
  z.object({ kind: z.literal("orders") }),
  /** Approvals were turned on or off, or a rule changed: permissions and everything about approvals may have changed. */
  z.object({ kind: z.literal("rules") }),
  /** Sites, or who may see which of them: everything that is visible through a site may differ. */
  z.object({ kind: z.literal("sites") }),
  /** Alerts, which of them were read, and alert rules. */
  z.object({ kind: z.literal("alerts") }),
  /** Budgets: a new, changed or deleted one, or one whose recomputing has come further. */
  z.object({ kind: z.literal("budgets") }),
  /** Users of the company. */
  z.object({ kind: z.literal("users") }),
  /** A new alert of the user. Its id is the id of the event, which the page sends as `Last-Event-ID` to resume. */
  z.object({
    kind: z.literal("alert"),
    id: z.int(),
    content: z.string(),
    order: z.string().nullable().describe("The identifier of its order; none for an alert about several"),
  }),
  /** What the signed-in user knows of the company, such as its billing address. */
  z.object({ kind: z.literal("company") }),
  /** What the user themselves may do and see: everything read before may have changed. */
  z.object({ kind: z.literal("access") }),
]);
export type StreamEvent = z.output<typeof StreamEvent>;
