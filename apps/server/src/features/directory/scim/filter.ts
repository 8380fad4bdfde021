import { refuse } from "./scim-error.ts";
import { mustBeStorable, withoutSchema } from "./values.ts";

const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
export type Operator = (typeof OPERATORS)[number] | "pr";
export type Value = string | number | boolean | null;

export interface Comparison {
  readonly kind: "compare";
  /** In lower case, without its schema: "name.givenname". */
  readonly path: string;
  readonly operator: Operator;
  readonly value: Value;
}
export type Filter =
  | Comparison
  | { readonly kind: "and" | "or"; readonly parts: readonly Filter[] }
  | { readonly kind: "not"; readonly part: Filter }
  /** One value of a list for which all of it holds: emails[type eq "work" and value co "@"]. */
  | { readonly kind: "within"; readonly path: string; readonly part: Filter };

/** More than any directory sends. */
const MOST = { length: 4_000, depth: 12, conditions: 60 };

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[()[\]]|[^\s()[\]"]+)/y;

const tokensOf = (text: string): string[] => {
  if (text.length > MOST.length) refuse("invalidFilter", "The filter is too long.");
  const tokens: string[] = [];
  const end = text.trimEnd().length;
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const token = TOKEN.exec(text)?.[1];
    if (!token) refuse("invalidFilter", `The filter cannot be read at character ${at + 1}.`);
    tokens.push(token);
  }
  return tokens;
};

/** A text in quotation marks, a number, true, false or null. Some programs leave the quotation marks out. */
const readValue = (token: string): Value => {
  try {
    const parsed: unknown = JSON.parse(token);
    return typeof parsed === "object" && parsed !== null ? token : (parsed as Value);
  } catch {
    return token.startsWith('"') ? refuse("invalidFilter", `${token} is not a valid text.`) : token;
  }
};

const PATH = /^[a-z$][\w$.:-]*$/i;

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;
  #conditions = 0;

  constructor(text: string) {
    this.#tokens = tokensOf(mustBeStorable(text));
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? refuse("invalidFilter", "The filter ends too early.");
  }

  #takes(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false;
    this.#at++;
    return true;
  }

  #expect(word: string): void {
    if (!this.#takes(word)) refuse("invalidFilter", `The filter has no "${word}" where it needs one.`);
  }

  whole(): Filter {
    const filter = this.#either(0);
    if (this.#at < this.#tokens.length)
      refuse("invalidFilter", `The filter has an unexpected ${this.#tokens[this.#at]}.`);
    return filter;
  }

  #either(depth: number): Filter {
    if (depth > MOST.depth) refuse("invalidFilter", "The filter is nested too deeply.");
    const parts = [this.#all(depth)];
    while (this.#takes("or")) parts.push(this.#all(depth));
    return parts.length === 1 ? (parts[0] as Filter) : { kind: "or", parts };
  }

  #all(depth: number): Filter {
    const parts = [this.#one(depth)];
    while (this.#takes("and")) parts.push(this.#one(depth));
    return parts.length === 1 ? (parts[0] as Filter) : { kind: "and", parts };
  }

  #one(depth: number): Filter {
    if (this.#takes("(")) return this.#inside(depth);
    if (this.#takes("not")) {
      this.#expect("(");
      return { kind: "not", part: this.#inside(depth) };
    }
    const path = this.#path();
    if (!this.#takes("[")) return this.#comparison(path);
    const part = this.#either(depth + 1);
    this.#expect("]");
    if (!this.#tokens[this.#at]?.startsWith(".")) return { kind: "within", path, part };
    // Entra ID writes emails[type eq "work"].value eq "ada@example.com".
    const compared = this.#comparison(this.#next().slice(1).toLowerCase());
    return { kind: "within", path, part: { kind: "and", parts: [part, compared] } };
  }

  #inside(depth: number): Filter {
    const filter = this.#either(depth + 1);
    this.#expect(")");
    return filter;
  }

  #path(): string {
    const token = this.#next();
    if (!PATH.test(token)) refuse("invalidFilter", `${token} is no attribute.`);
    return withoutSchema(token).toLowerCase();
  }

  #comparison(path: string): Comparison {
    if (++this.#conditions > MOST.conditions) refuse("invalidFilter", "The filter has too many conditions.");
    const operator = this.#next().toLowerCase();
    if (operator === "pr") return { kind: "compare", path, operator, value: null };
    const known = OPERATORS.find((each) => each === operator);
    if (!known) refuse("invalidFilter", `${operator} is no operator.`);
    return { kind: "compare", path, operator: known, value: readValue(this.#next()) };
  }
}

export const parseFilter = (text: string): Filter => new Reader(text).whole();
