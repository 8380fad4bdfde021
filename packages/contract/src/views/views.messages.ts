export const viewMessages = {
  nameRequired: "Name field is required",
  nameTaken: "You already have a view with this name.",
  columnsRequired: "A view has at least one column.",
  tooManyOwn: (most: number) => `You have ${most} views of this list: delete one first.`,
  tooManyShared: (most: number) =>
    `Your company has ${most} shared views of this list: delete or stop sharing one first.`,
  deleted: "View deleted correctly",
} as const;
