export const warningTexts = {
  compare: "Compare with",
  dismiss: "Dismiss",
  dismissTitle: "Dismiss warning",
  reason: "Reason",
  reasonHint: "It is shown with the order and stays in the audit.",
  dismissed: "Warning dismissed",
  dismissFailed: "There was an error dismissing the warning",
  dismissedBy: (name: string, moment: string, reason: string) =>
    `Dismissed by ${name} on ${moment}: ${reason}`,
} as const;
