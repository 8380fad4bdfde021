import type { FastifyReply } from "fastify";

/** One request and its response: ends when the response was sent, or when the connection is closed. */
export type Exchange = Pick<FastifyReply, "raw" | "request">;

export const isOver = ({ raw, request }: Exchange): boolean => raw.destroyed || request.raw.socket.destroyed;

/**
 * Runs once: as soon as the exchange is over, at once when it is over already, or when the returned function is called.
 * A client who disconnected during the database query closed the response then; the event is not emitted again.
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
