import { errors } from "./error-codes.ts";

export type ErrorCode = keyof typeof errors;
export type FieldErrors = Record<string, string[]>;

/** What is wrong with one cell of a file. */
export interface RowError {
  readonly row: number;
  readonly column: string;
  readonly message: string;
}

interface ErrorDetails {
  readonly fields?: FieldErrors;
  readonly retryAfter?: number;
  readonly detail?: string;
  readonly reasons?: readonly string[];
  readonly errors?: readonly RowError[];
  readonly facts?: Readonly<Record<string, unknown>>;
}

export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfter: number | undefined;
  /** Sentences that say why in detail, for a refusal that has several reasons. */
  readonly reasons: readonly string[] | undefined;
  /** Every cell of a file that was refused. */
  readonly errors: readonly RowError[] | undefined;
  /** What the caller needs to go on. */
  readonly facts: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, more: ErrorDetails = {}) {
    super(more.detail ?? errors[code][1]);
    this.code = code;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
    this.reasons = more.reasons;
    this.errors = more.errors;
    this.facts = more.facts;
  }

  get status(): number {
    return errors[this.code][0];
  }
}

/**
 * Reads as a sentence: `const order = (await findOrder(…)) ?? fail("not_found")`. `detail` replaces the words of the
 * code, for example where they count something.
 */
export function fail(code: ErrorCode, detail?: string): never {
  throw new AppError(code, { detail });
}

/** One invalid field, with the message shown under it. */
export function failField(field: string, message: string): never {
  throw new AppError("input.invalid", { fields: { [field]: [message] } });
}

interface FieldIssue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** The maximum number of invalid fields in a response; thousands would be slow to serialize and of no use. */
export const MAX_FIELDS = 100;
const MORE_FIELDS = `More than ${MAX_FIELDS} fields are invalid: these are the first of them.`;

/** Each invalid field separately: zod reports unknown keys together. */
function* fieldIssues(findings: readonly FieldIssue[]): Generator<readonly [path: string, message: string]> {
  for (const { code, path, message, keys = [] } of findings) {
    if (code !== "unrecognized_keys") yield [path.join("."), message];
    else for (const key of keys) yield [[...path, key].join("."), message];
  }
}

/** zod's issues in the response format: every invalid field with its messages. */
export const fieldsOf = (findings: readonly FieldIssue[]): FieldErrors => {
  // Without a prototype: a field may be called constructor.
  const fields: FieldErrors = Object.create(null);
  let named = 0;
  for (const [path, message] of fieldIssues(findings)) {
    const field = path || "non_field_errors";
    if (!(field in fields) && ++named > MAX_FIELDS) {
      fields.non_field_errors = [...(fields.non_field_errors ?? []), MORE_FIELDS];
      break;
    }
    fields[field] ??= [];
    if (!fields[field].includes(message)) fields[field].push(message);
  }
  return fields;
};
