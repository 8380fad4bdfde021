import { z } from "zod";
import { bodyId, bodyIds } from "../kit/id.ts";
import { DayOrMoment } from "../kit/moment.ts";
import { Amount, centsOf, Money } from "../kit/money.ts";
import { textArea } from "../kit/text.ts";
import { delegationMessages as messages } from "./delegations.messages.ts";

const Named = z.object({ id: z.number(), name: z.string() });

const DELEGATION_STATES = ["planned", "active", "ended"] as const;
/** The current and planned delegations that one user may be part of, as principal or as deputy. */
export const MOST_DELEGATIONS = 50;
/** The sites that one delegation may name. */
const MOST_SITES = 500;
export const NOTE_MAX = 500;

/** An approver has a deputy for a time. */
export const Delegation = z.object({
  id: z.number(),
  /** Who is away. */
  principal: Named,
  deputy: Named,
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  /** The largest total that the deputy may decide about; null for any. */
  cap: Money.nullable(),
  /** Where the deputy may decide; none: wherever the principal may. */
  sites: z.array(Named),
  note: z.string(),
  state: z.enum(DELEGATION_STATES),
  /** When it was over: by its own end, by somebody, or with the right of the principal to approve. */
  ended_at: z.iso.datetime().nullable(),
  /** Who ended it before its time. */
  ended_by: z.string().nullable(),
  /** How many orders the deputy has decided about in place of the principal. */
  decisions: z.number(),
  /** The signed-in user may end it. */
  can_end: z.boolean(),
});
export type Delegation = z.output<typeof Delegation>;

const Cap = Amount.refine((cap) => centsOf(cap) > 0n, messages.capTooSmall);

const moment = (missing: string) =>
  DayOrMoment.or(z.undefined().refine(() => false, missing)).transform((given) => new Date(given as string));

export const NewDelegation = z.object({
  /** Company admins only; otherwise the signed-in user. */
  principal: bodyId().nullish(),
  deputy: bodyId(messages.deputyRequired),
  /** A moment that has passed is now. */
  starts_at: moment(messages.startRequired),
  ends_at: moment(messages.endRequired),
  cap: Cap.nullish(),
  sites: bodyIds()
    .refine((ids) => ids.length <= MOST_SITES, `This can't hold more than ${MOST_SITES} sites.`)
    .nullish(),
  note: textArea(NOTE_MAX).trim().default(""),
});
export type NewDelegation = z.output<typeof NewDelegation>;

/** What a user has decided as a deputy: all that they keep of an order at a site that they do not see. */
export const DeputyDecision = z.object({
  identifier: z.string(),
  /** Its name when the order was placed. */
  site: z.string(),
  /** The order's total at the time of the decision. */
  total: Money,
  decided_at: z.iso.datetime(),
  decision: z.enum(["approved", "rejected"]),
});
export type DeputyDecision = z.output<typeof DeputyDecision>;

/** A user who can be named as a deputy. */
export const Deputy = Named.extend({ username: z.string() });
