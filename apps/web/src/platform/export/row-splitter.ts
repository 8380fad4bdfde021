const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = new Set([123, 91]);
const CLOSING = new Set([125, 93]);
/** Inside the answer is depth 1, inside its results depth 2, inside a row depth 3. */
const IN_RESULTS = 2;

export interface Splitter<Head> {
  /** The rows that this piece completes, as JSON. */
  readonly push: (piece: string) => string[];
  /** What stands before the rows; there once they begin. */
  readonly head: () => Head | undefined;
  /** Whether the list came to its end; an answer that broke off has not. */
  readonly complete: () => boolean;
}

/**
 * Splits `{"count":…,"results":[{…},{…}]}` into its rows as the text arrives. Only an unfinished row is kept, so that
 * memory does not grow with the answer.
 */
export const rowSplitter = <Head>(): Splitter<Head> => {
  let rest = "";
  let depth = 0;
  let inString = false;
  let escaped = false;
  let head: Head | undefined;
  let complete = false;

  const push = (piece: string): string[] => {
    const text = rest + piece;
    const rows: string[] = [];
    let begin = 0;
    for (let at = rest.length; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (inString) {
        if (escaped) escaped = false;
        else if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) inString = false;
      } else if (code === QUOTE) {
        inString = true;
      } else if (OPENING.has(code)) {
        depth += 1;
        if (head !== undefined && depth === IN_RESULTS + 1) begin = at;
        if (head === undefined && depth === IN_RESULTS && /"results"\s*:\s*$/.test(text.slice(0, at))) {
          head = JSON.parse(`${text.slice(0, at)}[]}`) as Head;
          begin = at + 1;
        }
      } else if (CLOSING.has(code)) {
        depth -= 1;
        if (head !== undefined && depth === IN_RESULTS) {
          rows.push(text.slice(begin, at + 1));
          begin = at + 1;
        }
        if (head !== undefined && depth < IN_RESULTS) complete = true;
      }
    }
    rest = text.slice(begin);
    return rows;
  };
  return { push, head: () => head, complete: () => complete && depth === 0 };
};
