import { AppError } from "@mcc/contract/kit/errors.ts";
import { type Exchange, isOver, whenOver } from "../exchange.ts";
import { type SlotKind, type SlotLimit, slotLimits } from "./limits.ts";

/** The caller a slot is counted for. */
export interface Holder {
  readonly who: string;
  readonly company?: number | undefined;
}

export interface Slots {
  /**
   * Counts one more until the exchange ends, in any way, or until the returned function is called. Refuses it where there
   * are too many, and where the exchange has already ended: the slot would never be released.
   */
  take(exchange: Exchange, holder: Holder): () => void;
  readonly taken: number;
}

export const makeSlots = (limit: SlotLimit): Slots => {
  const held = new Map<string, number>();
  let taken = 0;
  const countOf = (key: string) => held.get(key) ?? 0;
  const add = (key: string, more: 1 | -1) => {
    const count = countOf(key) + more;
    if (count > 0) held.set(key, count);
    else held.delete(key);
  };
  const refusalOf = (who: string, company: string | undefined) => {
    if (countOf(who) >= limit.each) return limit.refusal ?? "rate.limited";
    if (company && countOf(company) >= limit.company) return "rate.company";
    return taken >= limit.total ? "unavailable" : undefined;
  };
  return {
    take: (exchange, holder) => {
      if (isOver(exchange)) throw new AppError("request.aborted");
      const who = `who ${holder.who}`;
      const company = holder.company === undefined ? undefined : `company ${holder.company}`;
      const code = refusalOf(who, company);
      if (code) throw new AppError(code, { retryAfter: limit.retryAfter });
      const keys = company ? [who, company] : [who];
      taken++;
      for (const key of keys) add(key, 1);
      return whenOver(exchange, () => {
        taken--;
        for (const key of keys) add(key, -1);
      });
    },
    get taken() {
      return taken;
    },
  };
};

/** Everything that is counted against a connection. */
export type AllSlots = Readonly<Record<SlotKind, Slots>>;

export const makeAllSlots = (): AllSlots =>
  Object.fromEntries(Object.entries(slotLimits).map(([kind, limit]) => [kind, makeSlots(limit)])) as Record<
    SlotKind,
    Slots
  >;

declare module "fastify" {
  interface FastifyInstance {
    slots: AllSlots;
  }
}
