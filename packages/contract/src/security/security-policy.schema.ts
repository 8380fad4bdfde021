import { z } from "zod";
import { bodyIds } from "../kit/id.ts";
import { text } from "../kit/text.ts";

/** Who has to have a second factor; approvers are those who can decide about orders, and company admins. */
export const SECOND_FACTOR = ["nobody", "approvers", "everybody"] as const;
export type SecondFactor = (typeof SECOND_FACTOR)[number];

export const IDLE_MINUTES = { min: 5, max: 7 * 24 * 60 } as const;
export const SESSION_HOURS = { min: 1, max: 7 * 24 } as const;
export const CONFIRM_MINUTES = { min: 10, max: 120 } as const;
export const MOST_NETWORKS = 100;
export const MOST_EMERGENCY_ADMINS = 2;

const wholeNumber = ({ min, max }: { min: number; max: number }, or = "") => {
  const message = `This must be a whole number from ${min} to ${max}${or}.`;
  return z.number({ error: message }).int(message).min(min, message).max(max, message);
};
const Switch = z.boolean({ error: "This must be true or false." });

const isV4 = (address: string): boolean => {
  const parts = address.split(".");
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
};

const V6_CHARACTERS = /^[0-9a-f:]{2,39}$/i;

/** Groups of at most four digits, eight of them, or fewer and one "::". */
const isV6 = (address: string): boolean => {
  if (!V6_CHARACTERS.test(address)) return false;
  const [left = "", right, ...more] = address.split("::");
  if (more.length > 0) return false;
  const groups = [left, right ?? ""].flatMap((part) => (part === "" ? [] : part.split(":")));
  const isComplete = right === undefined ? groups.length === 8 : groups.length < 8;
  return isComplete && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
};

/** 203.0.113.7, 10.0.0.0/8, 2001:db8::/32. */
export const isNetwork = (value: string): boolean => {
  const [address = "", bits = "0", ...more] = value.split("/");
  if (more.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  return (isV4(address) && Number(bits) <= 32) || (isV6(address) && Number(bits) <= 128);
};

/** How the users of a company sign in, and how long and from where they stay signed in. */
export const SecurityPolicy = z.object({
  second_factor: z.enum(SECOND_FACTOR),
  /** A session ends after so many minutes without use; null: never. */
  idle_minutes: z.number().nullable(),
  /** A session ends so many hours after the sign-in; null: after seven days. */
  session_hours: z.number().nullable(),
  /** The only networks that the portal can be used from; empty: from anywhere. */
  networks: z.array(z.string()),
  /** After so many minutes, changes of security settings ask for a confirmation. */
  confirm_minutes: z.number(),
  /** Changes of roles and approval rules ask for it, too. */
  confirm_rules: z.boolean(),
  /** Users sign in with the identity provider only; passwords and passkeys are for the emergency admins. */
  sso_required: z.boolean(),
  /** The ids of at most two company admins who keep password and second factor. */
  emergency_admins: z.array(z.number()),
  /** People may connect assistants, which read with their rights. */
  assistants: z.boolean(),
});
export type SecurityPolicy = z.output<typeof SecurityPolicy>;

export const SecurityPolicyChanges = z
  .object({
    second_factor: z.enum(SECOND_FACTOR, { error: `This must be one of ${SECOND_FACTOR.join(", ")}.` }),
    idle_minutes: wholeNumber(IDLE_MINUTES, ", or null").nullable(),
    session_hours: wholeNumber(SESSION_HOURS, ", or null").nullable(),
    networks: z
      .array(
        text(60)
          .trim()
          .refine(isNetwork, "This is not an address or a network such as 10.0.0.0/8 or 2001:db8::/32."),
        { error: "This must be a list of networks." },
      )
      .max(MOST_NETWORKS, `This can't hold more than ${MOST_NETWORKS} networks.`)
      .transform((networks) => [...new Set(networks)]),
    confirm_minutes: wholeNumber(CONFIRM_MINUTES),
    confirm_rules: Switch,
    sso_required: Switch,
    assistants: Switch,
    emergency_admins: bodyIds().refine(
      (ids) => ids.length <= MOST_EMERGENCY_ADMINS,
      `At most ${MOST_EMERGENCY_ADMINS} company admins can keep their passwords.`,
    ),
  })
  .partial();
export type SecurityPolicyChanges = z.output<typeof SecurityPolicyChanges>;

/** The policy, and the address that the request came from. */
export const PolicyWithAddress = SecurityPolicy.extend({ your_address: z.string() });

/** How many users a preview names. */
export const MOST_PREVIEWED = 20;

/** What a change of the policy would do now. */
export const PolicyPreview = z.object({
  /** The users of whom it requires a second factor. */
  required_count: z.number(),
  /** Those of them who have none: they set one up before anything else. */
  enroll_count: z.number(),
  /** The first of them, by name. */
  enroll_users: z.array(z.object({ id: z.number(), name: z.string(), username: z.string() })),
  /** The sessions that would end now. */
  ended_sessions: z.number(),
  /** The sessions last used from an address outside of the networks. */
  outside_sessions: z.number(),
  /** The networks leave out the address of the request. */
  leaves_you_out: z.boolean(),
  /** Why saving is refused: nobody may be left without a way in. */
  refusal: z.string().nullable(),
});
