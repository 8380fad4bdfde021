export const COMMENT_MAX = 2_000;

export const commentMessages = {
  textRequired: "Enter a comment.",
  tooLong: `A comment can't be longer than ${COMMENT_MAX.toLocaleString("en-US")} characters.`,
  asksOneself: "You can't ask yourself.",
  notAskable: "Choose a user who can see this order.",
} as const;

/** Who asked whom, above a question. */
export const askedBy = (name: string, asked: string): string => `${name} asked ${asked}`;
