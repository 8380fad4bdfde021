export const assistantMessages = {
  kindRequired: "Please choose at least one kind of data",
  unknownKind: "This is not a kind of data that an assistant can read.",
  days: "This must be 1, 30 or 90 days.",
  revoked: "The assistant has no access anymore.",
} as const;
