import { z } from "zod";

/** How often the stream says that it is alive, in milliseconds. */
export const STREAM_HEARTBEAT = 15_000;

/**
 * What is pushed to the page. A kind says that something the viewer may see has changed, never what: the page reads it
 * again through its own call.
 */
export const StreamEvent = z.discriminatedUnion("kind", [
  /** The stream is open: whatever changed before it has to be read again. */
  z.object({ kind: z.literal("ready") }),
  /** Orders that wait for approval. */
  z.object({ kind: z.literal("approvals") }),
  /** Approvals were switched on or off or a rule changed: who may do what, and with it everything about approvals. */
  z.object({ kind: z.literal("rules") }),
]);
export type StreamEvent = z.output<typeof StreamEvent>;
