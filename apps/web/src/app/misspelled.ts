/** How many letters have to be added, left out or replaced. */
const editsBetween = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, wanted] of [...other].entries()) {
      const [kept = 0, above = 0] = row.slice(place);
      next.push(Math.min(kept + Number(letter !== wanted), above + 1, (next[place] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** Whether a word is another one with a typo or two; a short one has at most one. */
export const isMisspelled = (typed: string, word: string): boolean =>
  editsBetween(typed, word) <= (word.length < 6 ? 1 : 2);
