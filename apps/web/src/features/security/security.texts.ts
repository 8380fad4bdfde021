import {
  CONFIRM_MINUTES,
  IDLE_MINUTES,
  SESSION_HOURS,
  type SecondFactor,
} from "@mcc/contract/security/security-policy.schema.ts";
import { CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const rangeOf = ({ min, max }: { readonly min: number; readonly max: number }): string =>
  `From ${min} to ${max}.`;

/** Texts of the security settings, the sessions of a company and the sign-in log. */
export const securityTexts = {
  title: "Security",
  back: "Return to configuration",
  fetchFailed: "The security settings could not be loaded",
  save: "Save",
  saved: "The security settings were saved",
  saveFailed: "The security settings were not saved",

  secondFactor: "Who needs a second factor",
  secondFactors: {
    nobody: ["Nobody", "Everybody can set one up in their profile."],
    approvers: ["Admins and approvers", "Company admins, and users who can decide about orders."],
    everybody: ["Everybody", "Users who have none set one up before anything else."],
  } satisfies Record<SecondFactor, [string, string]>,
  idle: "Minutes until an idle session ends",
  idleHint: `${rangeOf(IDLE_MINUTES)} Empty: an idle session does not end.`,
  longest: "Hours until every session ends",
  longestHint: `${rangeOf(SESSION_HOURS)} Empty: after seven days. Assistants that people have connected have an end of their own.`,
  networks: "Networks",
  networksHint: (address: string): string =>
    `The portal, its API keys and assistants can be used from these addresses and networks only, one on each line, such as 10.0.0.0/8 or 2001:db8::/32. Empty: from anywhere. Tokens of directories, the systems of your provider and support access that you grant are not limited. Your address is ${address}.`,
  confirmMinutes: "Minutes until a confirmation is asked for",
  confirmMinutesHint: `${rangeOf(CONFIRM_MINUTES)} Changes of security settings, keys and second factors ask for the password or a second factor if the last sign-in or confirmation is longer ago.`,
  confirmRules: "Also ask when roles and approval rules are changed",
  assistants: "Let people connect assistants (MCP)",
  assistantsHint:
    "Each person decides in their profile which programs read what that person may see. They cannot change anything, and every call is in the audit. Switched off, none of them can read.",
  number: (min: number, max: number): string => `Enter a whole number from ${min} to ${max}.`,
  numberOrEmpty: (min: number, max: number): string =>
    `Enter a whole number from ${min} to ${max}, or leave it empty.`,
  notNetwork: (line: string): string => `${line} is not an address or a network.`,
  tooMany: (most: number): string => `This can't hold more than ${most} networks.`,

  preview: "What saving does",
  previewFailed: "What saving does could not be found out.",
  nobodyAffected: "Nobody who is signed in now is affected.",
  enroll: (count: number, names: string): string =>
    `${counted(count, "person has", "people have")} no second factor yet and will set one up before anything else: ${names}.`,
  andMore: (count: number): string => ` and ${count} more`,
  required: (count: number): string => `${counted(count, "person needs", "people need")} a second factor.`,
  ended: (count: number): string => `${counted(count, "session ends", "sessions end")} at once.`,
  outside: (count: number): string =>
    `${counted(count, "session was", "sessions were")} last used outside of these networks, and cannot be used from there.`,
  refused: (reason: string) => `This cannot be saved: ${reason}`,

  requiredSso: "Required Single Sign-on",
  ssoRequired: "People sign in with the identity provider only",
  ssoRequiredHint:
    "A password, a link of an e-mail or a passkey no longer signs in, and sessions that were opened so end within seconds.",
  emergency: "Emergency admins",
  emergencyHint:
    "Up to two company admins who keep their password and second factor, for the day the identity provider is down. Type to find others.",

  sessions: "Sessions",
  sessionsHint: "Where people are signed in now.",
  sessionsSearched: "User, device or address",
  noSessions: "Nobody is signed in.",
  thisSession: "This one",
  end: "End session",
  endTitle: "End a session",
  endQuestion: (name: string, device: string): string =>
    `Sign out ${name} on ${device}? What they have not saved is lost.`,
  endOfUser: "End all sessions of this user",
  endOfUserQuestion: (name: string): string =>
    `Sign out ${name} everywhere? What they have not saved is lost.`,
  endAll: "End all sessions",
  endAllQuestion: "Sign out everybody in your company but yourself here? What they have not saved is lost.",
  sessionEnded: "The session has ended",
  sessionsEnded: "The sessions have ended",
  endFailed: "The session was not ended",
  endAllFailed: "The sessions were not ended",

  signIns: "Sign-ins",
  signInsHint: "Who signed in or tried to, when and from where.",
  signInsSearched: "User, device or address",
  noSignIns: "Every sign-in, accepted or refused, appears here.",
  unknown: "Unknown account",
  platform: "MCC Admin",

  recent: "Recent sign-ins",
  recentTable: "Your recent sign-ins",
  recentHint: "If you do not recognize one, change your password and sign out everywhere else.",
  recentFailed: "Your sign-ins could not be loaded",
  noRecent: "There are no sign-ins yet.",
  when: "When",
  method: "Method",
  result: "Result",
  device: "Device",
  address: "Address",
  showAll: (count: number): string => `Show all ${count}`,
} as const;

/** The pages above the lists. */
export const aboveSecurity = [
  CONFIGURATION,
  { to: "/configuration/security", label: securityTexts.title },
] as const;
