import {
  type OperationNode,
  PostgresQueryCompiler,
  RawNode,
  type RootOperationNode,
  ValueNode,
} from "kysely";

type Compile = PostgresQueryCompiler["compileQuery"];
type Compiled = ReturnType<Compile>;

/** A name stands for one text, whatever its values; how often it was seen to. */
interface Known {
  readonly text: string;
  seen: number;
}
const known = new Map<string, Known>();
/** A text is written out again until it was the same so many times, and once in a while from then on. */
const TRUSTED = 3;
const ONCE_IN = 64;
const isTrusted = ({ seen }: Known): boolean => seen >= TRUSTED && seen % ONCE_IN > 0;

/** The mark that a named statement begins with. */
const MARK = /^\/\* prepared: \S+ \*\/$/;

const markOf = (root: RootOperationNode): string | undefined => {
  if (!RawNode.is(root)) return undefined;
  const [first] = root.parameters;
  const [mark] = first && RawNode.is(first) ? first.sqlFragments : [];
  return root.sqlFragments[0]?.trim() === "" && mark && MARK.test(mark) ? mark : undefined;
};

/** The values of a statement in the order of its text; each list once. */
const valuesOf = (node: OperationNode, found: unknown[] = []): unknown[] => {
  if (RawNode.is(node)) {
    for (const part of node.parameters) valuesOf(part, found);
  } else if (ValueNode.is(node) && !node.immediate) {
    if (!Array.isArray(node.value) || !found.includes(node.value)) found.push(node.value);
  }
  return found;
};

const note = (mark: string, text: string, kept: Known = { text, seen: 0 }): void => {
  if (kept.text !== text) throw new Error(`One name stands for two statements: ${kept.text}\n${text}`);
  kept.seen++;
  known.set(mark, kept);
};

/**
 * Writes a named statement once and knows its text from then on: only its values are picked from what was built. A list
 * that a statement names several times travels once: the sites of a session may be hundreds.
 */
export class KnowingCompiler extends PostgresQueryCompiler {
  readonly #places = new Map<unknown, number>();

  override compileQuery(...asked: Parameters<Compile>): Compiled {
    const [query, queryId] = asked;
    const mark = markOf(query);
    const kept = mark ? known.get(mark) : undefined;
    if (kept && isTrusted(kept)) {
      kept.seen++;
      return { query, queryId, sql: kept.text, parameters: valuesOf(query) };
    }
    this.#places.clear();
    const compiled = super.compileQuery(...asked);
    if (mark) note(mark, compiled.sql, kept);
    return compiled;
  }

  protected override appendValue(parameter: unknown): void {
    const place = this.#places.get(parameter);
    if (place === undefined) super.appendValue(parameter);
    else this.append(`$${place}`);
    if (Array.isArray(parameter)) this.#places.set(parameter, place ?? this.numParameters);
  }
}
