/** Chance that repeats: the same purpose draws the same numbers on every machine. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  integer(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  weighted<T>(choices: readonly (readonly [item: T, weight: number])[]): T;
  /** Some of the items, each at most once, in a drawn order. */
  sample<T>(items: readonly T[], count: number): T[];
  digits(count: number): string;
}

/** Each purpose has its own sequence, so that drawing more for one does not change the others. */
export const randomFor = (purpose: string): Random => {
  const next = mulberry32(seedOf(purpose));
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error(`Nothing to pick from for ${purpose}.`);
    return items[integer(0, items.length - 1)] as T;
  };
  return {
    next,
    integer,
    pick,
    chance: (probability) => next() < probability,
    weighted: (choices) => {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      const found = choices.find(([, weight]) => {
        left -= weight;
        return left < 0;
      });
      return (found ?? pick(choices))[0];
    },
    sample: (items, count) => {
      const rest = [...items];
      return Array.from(
        { length: Math.min(count, rest.length) },
        () => rest.splice(integer(0, rest.length - 1), 1)[0] as (typeof rest)[number],
      );
    },
    digits: (count) => Array.from({ length: count }, () => integer(0, 9)).join(""),
  };
};

/** FNV-1a: a text becomes a 32-bit seed. */
const seedOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
};

const mulberry32 = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};
