/** What a span is about. Values of users are not among its attributes. */
export interface SpanInfo {
  readonly name: string;
  readonly kind: "request" | "statement" | "job";
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** Part of a trace, until it is ended. */
export interface OpenSpan {
  /** What is done in it are its parts. */
  run<T>(work: () => T): T;
  end(result?: { readonly attributes?: SpanInfo["attributes"]; readonly error?: unknown }): void;
}

interface SpanOptions {
  /** The span of another process, as the header `traceparent` names it. */
  readonly parent?: string | undefined;
  /** The milliseconds that it took, when it is over already. */
  readonly took?: number;
}

export interface Tracer {
  /** A part of the current span, or of that of another process; else the beginning of a trace. */
  start(info: SpanInfo, options?: SpanOptions): OpenSpan;
  /** The current span, as the header `traceparent` names it. */
  current(): string | undefined;
}

let tracer: Tracer | undefined;

/** Set once, when the process starts with traces. */
export const setTracer = (given: Tracer | undefined): void => {
  tracer = given;
};

export const currentTracer = (): Tracer | undefined => tracer;

/** Does work as a span of its own. Without traces it costs one comparison. */
export const inSpan = <T>(info: () => SpanInfo, work: () => Promise<T>, parent?: string): Promise<T> =>
  tracer ? traced(tracer.start(info(), { parent }), work) : work();

const traced = async <T>(span: OpenSpan, work: () => Promise<T>): Promise<T> => {
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end({ error });
    throw error;
  }
};

/** A statement without its values, which may be those of users. */
export const statementInfo = (text: string, name?: string): SpanInfo => {
  const short = text.trim().slice(0, 2_000);
  return {
    name: name ?? (/^(?:\/\*.*?\*\/\s*)?(\w+)/.exec(short)?.[1] ?? "statement").toLowerCase(),
    kind: "statement",
    attributes: { "db.system.name": "postgresql", "db.query.text": short },
  };
};
