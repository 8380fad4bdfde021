/** Without letters and digits that are easily confused. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
const LENGTH = 10;

/** A random password of ten characters. */
export const generatePassword = (): string => {
  const letters: string[] = [];
  while (letters.length < LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // Those beyond the last whole round would make the first letters likelier.
    if (byte < 256 - (256 % LETTERS.length)) letters.push(LETTERS.charAt(byte % LETTERS.length));
  }
  return letters.join("");
};
