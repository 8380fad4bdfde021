import { z } from "zod";

/** The heartbeat interval of the stream, in milliseconds. */
export const STREAM_HEARTBEAT = 15_000;

/**
 * The events pushed to the page. A kind states that something the user may see has changed, never what: the page reads it
 * again with its own request.
 */
export const StreamEvent = z.discriminatedUnion("kind", [
  /** The stream is open: everything read before may have changed and has to be read again. */
  z.object({ kind: z.literal("ready") }),
  /** Pending orders. */
  z.object({ kind: z.literal("approvals") }),
  /** Approvals were switched on or off or a rule changed: permissions and everything about approvals may differ. */
  z.object({ kind: z.literal("rules") }),
]);
export type StreamEvent = z.output<typeof StreamEvent>;
