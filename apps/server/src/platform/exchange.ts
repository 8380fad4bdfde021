import type { Socket } from "node:net";
import type { FastifyReply } from "fastify";

/** One request and its response: over when the response was sent, or when the connection is gone. */
export type Exchange = Pick<FastifyReply, "raw" | "request">;

export const isOver = ({ raw, request }: Exchange): boolean => raw.destroyed || request.raw.socket.destroyed;

/** What runs when a connection closes: one listener a connection, however many requests are sent over it. */
const onClose = new WeakMap<Socket, Set<() => void>>();

const waitingOn = (socket: Socket): Set<() => void> => {
  const known = onClose.get(socket);
  if (known) return known;
  const waiting = new Set<() => void>();
  onClose.set(socket, waiting);
  socket.once("close", () => {
    for (const run of [...waiting]) run();
  });
  return waiting;
};

/**
 * Runs once, as soon as the exchange is over, and at once when it is over already: a client who has gone while the
 * database was asked sends no event any more. The response alone does not tell, either: one that waits behind another
 * on the same connection never hears that the connection has closed.
 */
export const whenOver = (exchange: Exchange, then: () => void): (() => void) => {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    waiting.delete(once);
    exchange.raw.off("close", once);
    then();
  };
  const waiting = waitingOn(exchange.request.raw.socket);
  if (isOver(exchange)) {
    once();
    return once;
  }
  waiting.add(once);
  exchange.raw.once("close", once);
  return once;
};
