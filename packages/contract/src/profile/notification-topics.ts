/** What users are notified of, by the channels they chose. Messages about the security of an account have no topic. */
export const TOPICS = ["approvals", "reminders", "questions", "comments", "alerts", "digests"] as const;
export type Topic = (typeof TOPICS)[number];

export const CHANNELS = ["email", "text"] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * The channels of a user who has chosen none: approvals, reminders and questions, because orders wait for them; alerts
 * and digests are shown in the portal and sent only to users who asked for that.
 */
export const DEFAULT_CHANNELS = {
  approvals: { email: true, text: true },
  reminders: { email: true, text: true },
  questions: { email: true, text: true },
  comments: { email: true, text: false },
  alerts: { email: false, text: false },
  digests: { email: false, text: false },
} as const satisfies Record<Topic, Record<Channel, boolean>>;

/** Whether text messages reach the user, and why not. */
export const TEXT_MESSAGES = ["possible", "no_phone", "switched_off"] as const;
export type TextMessages = (typeof TEXT_MESSAGES)[number];

/** Whether text messages reach a user. */
export const textMessages = (person: {
  phone: string | null;
  enable_text_messages: boolean;
}): TextMessages => {
  if (!person.phone) return "no_phone";
  return person.enable_text_messages ? "possible" : "switched_off";
};
