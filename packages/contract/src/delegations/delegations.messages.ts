/** What the server says about delegations. */
export const delegationMessages = {
  deputyRequired: "Deputy field is required",
  startRequired: "From field is required",
  endRequired: "Until field is required",
  sameUser: "Nobody can be their own deputy.",
  endsFirst: "This must be after the start.",
  past: "This is over already.",
  approvesNothing: "This user may approve nothing and needs no deputy.",
  overlap: (name: string) => `${name} is already the deputy in a part of this time.`,
  unknownSites: "One of these sites does not exist, or the user who is away cannot see it.",
  tooMany: (most: number) =>
    `There are too many delegations of this user already: at most ${most} at a time, planned ones included.`,
  capTooSmall: "This must be more than 0.",
  ended: "Delegation ended",
} as const;
