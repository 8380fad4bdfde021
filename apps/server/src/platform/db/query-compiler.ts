import { PostgresQueryCompiler } from "kysely";

type CompileQuery = PostgresQueryCompiler["compileQuery"];

/** A list that occurs several times in a statement is sent once: a session may have hundreds of sites. */
export class RepeatedListCompiler extends PostgresQueryCompiler {
  readonly #positions = new Map<unknown, number>();

  override compileQuery(...args: Parameters<CompileQuery>): ReturnType<CompileQuery> {
    this.#positions.clear();
    return super.compileQuery(...args);
  }

  protected override appendValue(parameter: unknown): void {
    const position = this.#positions.get(parameter);
    if (position === undefined) super.appendValue(parameter);
    else this.append(`$${position}`);
    if (Array.isArray(parameter)) this.#positions.set(parameter, position ?? this.numParameters);
  }
}
