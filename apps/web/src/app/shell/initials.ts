const FIRST_LETTER = /[\p{L}\p{N}]/u;

/** The first letters of the first and the last word: "Ada Lovelace" gives "AL". */
export const initialsOf = (name: string): string => {
  const letters = name.split(/\s+/).flatMap((word) => FIRST_LETTER.exec(word)?.[0] ?? []);
  return [letters[0], letters.length > 1 ? letters.at(-1) : ""].join("").toUpperCase();
};
