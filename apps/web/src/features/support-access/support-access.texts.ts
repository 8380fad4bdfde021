import { formatMoment } from "../../platform/page/format.ts";

export const supportTexts = {
  title: "Support Access",
  back: "Return to configuration",
  failed: "Support access could not be loaded.",
  hint: "The provider's support can see your company only while you grant it: what company admins see, without keys, files and exports. They can change nothing, and every page that they open is in the audit.",
  audit: "What the support opened",
  none: "The provider's support cannot see your company.",
  grant: "Grant Support Access",
  submit: "Grant",
  hours: "Hours",
  hoursHint: "1 to 24. It ends by itself; you can revoke it at any time.",
  reason: "Reason",
  reasonHint: "What the support should look at, such as the number of an order.",
  granted: "Support access was granted",
  grantFailed: "Support access could not be granted",
  by: "Granted by",
  at: "Granted",
  until: "Until",
  revoke: "Revoke",
  revokeQuestion: "The support sees nothing of your company from its next request on.",
  revokeTitle: "Revoke support access",
  revoked: "Support access was revoked",
  revokeFailed: "Support access could not be revoked",
  banner: "Support access",
  toAdmins: (until: string): string =>
    `The provider's support may see this company until ${formatMoment(until)}.`,
  toSupport: (company: string, until: string): string =>
    `Support access to ${company}, read only, until ${formatMoment(until)}.`,
  end: "End",
  platformNone:
    "This company does not grant support access now. One of its company admins can, under Configuration, Support Access.",
  platformHint: "You see what its company admins see, and can change nothing. They see every page you open.",
  open: "Open Company",
  openFailed: "The company could not be opened",
} as const;
