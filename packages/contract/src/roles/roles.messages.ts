/** What the server says of roles, to the letter where the specification has it (2 §5 and §8). */
export const roleMessages = {
  nameRequired: "Name field is required",
  nameTaken: "There is already a role with this name.",
  deleted: "Role deleted correctly",
  inUse: (users: number) =>
    users === 1
      ? "1 user has this role: give them another one first."
      : `${users.toLocaleString("en-US")} users have this role: give them another one first.`,
} as const;
