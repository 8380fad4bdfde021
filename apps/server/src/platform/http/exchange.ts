import type { FastifyReply } from "fastify";

/** One request and its response: over when the response was sent, or when the connection is gone. */
export type Exchange = Pick<FastifyReply, "raw" | "request">;

export const isOver = ({ raw, request }: Exchange): boolean => raw.destroyed || request.raw.socket.destroyed;

/**
 * Runs once: as soon as the exchange is over, at once when it is over already, or when the returned function is called.
 * A client who has gone while the database was asked closed the response then; it does not say so a second time.
 */
export const whenOver = (exchange: Exchange, then: () => void): (() => void) => {
  const { raw } = exchange;
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    raw.off("close", once);
    then();
  };
  if (isOver(exchange)) once();
  else raw.once("close", once);
  return once;
};
