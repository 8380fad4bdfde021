import { PostgresQueryCompiler } from "kysely";

/** A list that a statement names several times travels once: the sites of a session may be hundreds. */
export class ListSharingCompiler extends PostgresQueryCompiler {
  readonly #places = new Map<unknown, number>();

  override compileQuery(...asked: Parameters<PostgresQueryCompiler["compileQuery"]>) {
    this.#places.clear();
    return super.compileQuery(...asked);
  }

  protected override appendValue(parameter: unknown): void {
    const place = this.#places.get(parameter);
    if (place === undefined) super.appendValue(parameter);
    else this.append(`$${place}`);
    if (Array.isArray(parameter)) this.#places.set(parameter, place ?? this.numParameters);
  }
}
