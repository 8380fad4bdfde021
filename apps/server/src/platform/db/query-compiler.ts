import {
  type OperationNode,
  PostgresQueryCompiler,
  RawNode,
  type RootOperationNode,
  ValueNode,
} from "kysely";

type Compile = PostgresQueryCompiler["compileQuery"];
type Compiled = ReturnType<Compile>;

/** A name stands for one text, whatever its values. */
const knownTexts = new Map<string, string>();

/**
 * Every statement is written out each time and compared with what is known of its name, so that a name that stands for
 * two texts is found by whatever test asks for both. The product, once started, takes what is known instead.
 */
let comparesTexts = true;
export const reuseKnownTexts = (): void => {
  comparesTexts = false;
};

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

/** What would be taken for a statement from now on has to be what it was written with. */
const rememberText = (mark: string, { query, sql, parameters }: Compiled, text = sql): void => {
  if (text !== sql) throw new Error(`One name stands for two statements: ${text}\n${sql}`);
  const values = valuesOf(query);
  if (values.length !== parameters.length || values.some((value, at) => value !== parameters[at])) {
    throw new Error(`The values of a named statement are not to be picked from it: ${sql}`);
  }
  knownTexts.set(mark, sql);
};

/**
 * Knows the text of a named statement once it was written: from then on only its values are picked from what was built.
 * A list that a statement names several times travels once: the sites of a session may be hundreds.
 */
export class CachingQueryCompiler extends PostgresQueryCompiler {
  readonly #positions = new Map<unknown, number>();

  override compileQuery(...args: Parameters<Compile>): Compiled {
    const [query, queryId] = args;
    const mark = markOf(query);
    const text = mark === undefined ? undefined : knownTexts.get(mark);
    if (text !== undefined && !comparesTexts)
      return { query, queryId, sql: text, parameters: valuesOf(query) };
    this.#positions.clear();
    const compiled = super.compileQuery(...args);
    if (mark) rememberText(mark, compiled, text);
    return compiled;
  }

  protected override appendValue(parameter: unknown): void {
    const position = this.#positions.get(parameter);
    if (position === undefined) super.appendValue(parameter);
    else this.append(`$${position}`);
    if (Array.isArray(parameter)) this.#positions.set(parameter, position ?? this.numParameters);
  }
}
