export const eraseCardTexts = {
  action: "Erase…",
  card: "Erase this person",
  hint: "Deleting keeps the name in orders, approvals and the audit. Erasing takes it out of everything.",
  ownHint: "Another company admin can erase you.",
  directoryHint:
    "This user is kept by your company's directory. Delete them there first, then erase them here.",
} as const;
