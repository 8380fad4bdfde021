/** Letters and their marks; of digits, blanks and punctuation only those of a keyboard. */
const PLAIN = /^[\p{L}\p{M} -~]*$/u;
const WORD = /[\p{L}\p{M}]+/gu;
const MARK = /\p{M}/u;
const BEGINS_WITH_MARK = /^\p{M}/u;
/** A decomposed word in Latin letters: a to z with their accents, and the everyday letters that contain none of these. */
const LATIN_WORD = /^[\u0300-\u036fa-zßæœøđłþðı]+$/iu;
const GREEK_OR_CYRILLIC_WORD = /^(?:\p{Script=Greek}+|\p{Script=Cyrillic}+)$/u;
/**
 * Words in the other scripts that Unicode recommends for names (UAX 31, table 5); some of them write vowels as marks.
 * Chinese and Japanese are written in several scripts, Korean in whole syllables.
 */
const OTHER_WORDS: readonly RegExp[] = [
  /^(?!\u30fc)[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u30fc]+$/u,
  /^[\uac00-\ud7a3]+$/u,
  /^[\p{Script=Arabic}\u064b-\u0652\u0670]+$/u,
  /^(?:\p{Script=Hebrew}+|\p{Script=Armenian}+|\p{Script=Georgian}+|\p{Script=Ethiopic}+)$/u,
  /^(?:\p{Script=Thaana}+|\p{Script=Devanagari}+|\p{Script=Bengali}+|\p{Script=Gurmukhi}+)$/u,
  /^(?:\p{Script=Gujarati}+|\p{Script=Oriya}+|\p{Script=Tamil}+|\p{Script=Telugu}+)$/u,
  /^(?:\p{Script=Kannada}+|\p{Script=Malayalam}+|\p{Script=Sinhala}+|\p{Script=Thai}+)$/u,
  /^(?:\p{Script=Lao}+|\p{Script=Tibetan}+|\p{Script=Myanmar}+|\p{Script=Khmer}+)$/u,
];
/** Control and format characters, other blanks, and everything else that is not seen. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]|(?! )\p{Z}/u;
const LATIN = /\p{Script=Latin}/u;
/** Scripts with letters that look like Latin ones. */
const LIKE_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;

/** What looks like a dot, a hyphen, an apostrophe or an i of a keyboard. */
const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/[\u00b7\u2022\u2027\u2219\u22c5\u3002\u30fb\u0701\u0702\u06d4]/gu, "."],
  [/[\u2010-\u2015\u2212\u058a]/gu, "-"],
  [/[\u2018\u2019\u201b\u02b9\u02bc\u2032]/gu, "'"],
  [/i\u0307/gu, "i"], // also the Turkish capital in lower case
];

/** As usernames are stored: ligatures, wide letters, other dots and hyphens become the usual characters. */
export const normalUsername = (username: string): string =>
  LOOK_ALIKES.reduce((name, [alike, usual]) => name.replace(alike, usual), username.normalize("NFKC")).trim();

const mixesScripts = (username: string): boolean =>
  username.split(/[^\p{L}\p{M}]+/u).some((word) => LATIN.test(word) && LIKE_LATIN.test(word));

/** Whether what is seen is all there is: no character is hidden, and no word mixes letters that look alike. */
export const isReadable = (username: string): boolean => !UNSEEN.test(username) && !mixesScripts(username);

const isOther = (word: string): boolean => OTHER_WORDS.some((other) => other.test(word));

/** A mark belongs to a letter. Latin, Greek and Cyrillic ones include their accents once a username is normal. */
const isOfOneAlphabet = (word: string): boolean =>
  MARK.test(word)
    ? !BEGINS_WITH_MARK.test(word) && isOther(word)
    : LATIN_WORD.test(word.normalize("NFD")) || GREEK_OR_CYRILLIC_WORD.test(word) || isOther(word);

/** The username of a user has no other symbols, either, and each of its words is in one alphabet of everyday use. */
export const isPlainUsername = (username: string): boolean =>
  PLAIN.test(username) && isReadable(username) && (username.match(WORD) ?? []).every(isOfOneAlphabet);
