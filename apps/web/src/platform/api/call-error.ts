import { errorMessages } from "@mcc/contract/kit/error-messages.ts";
import type { FieldErrors, RowError } from "@mcc/contract/kit/errors.ts";

/** The message of every failure that has none of its own. */
export const GENERIC_FAILURE = errorMessages.unexpected;

/** The whole body of a refusal. */
type Facts = Readonly<Record<string, unknown>>;

interface Failure {
  readonly kind: "refused" | "network";
  /** 0 when there was no response. */
  readonly status: number;
  readonly code?: string;
  readonly fields?: FieldErrors;
  readonly detail?: string;
  readonly reasons?: readonly string[];
  readonly errors?: readonly RowError[];
  readonly requestId?: string;
  readonly facts?: Facts;
}

/** A failed call: the server refused it, or there was no response. */
export class CallError extends Error {
  readonly kind: Failure["kind"];
  readonly status: number;
  readonly code: string;
  readonly fields: FieldErrors;
  readonly detail: string;
  /** Why in detail, where a refusal can have several reasons. */
  readonly reasons: readonly string[];
  /** The wrong cells of a file that was refused. */
  readonly errors: readonly RowError[];
  readonly requestId: string | undefined;
  /** What the server says besides, such as the challenge of a second factor. */
  readonly facts: Facts;

  constructor(failure: Failure) {
    const { kind, status, code, fields = {}, detail = GENERIC_FAILURE, reasons = [], requestId } = failure;
    const { errors = [], facts = {} } = failure;
    super(detail);
    this.kind = kind;
    this.status = status;
    this.code = code ?? (kind === "network" ? "network" : "unexpected");
    this.fields = fields;
    this.detail = detail;
    this.reasons = reasons;
    this.errors = errors;
    this.requestId = requestId;
    this.facts = facts;
  }
}

export const TOO_MANY = 429;

/** Whether a retry may succeed: there was no response, or the server failed. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof CallError) ||
  error.kind === "network" ||
  error.status === TOO_MANY ||
  error.status >= 500;

const isFieldErrors = (body: object): body is FieldErrors =>
  Object.values(body).every((messages) => Array.isArray(messages));

/** 400 with `{field: [messages]}`, anything else with `{detail, code, request_id}`; a proxy may send neither. */
export const callErrorFrom = async (response: Response): Promise<CallError> => {
  const { status } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const requestId = response.headers.get("x-request-id") ?? undefined;
  if (!body || typeof body !== "object") return new CallError({ kind: "refused", status, requestId });
  if (status === 400 && isFieldErrors(body)) {
    return new CallError({
      kind: "refused",
      status,
      code: "input.invalid",
      detail: errorMessages.invalid,
      fields: body,
      requestId,
    });
  }
  const { detail, code, request_id = requestId } = body as Record<string, string | undefined>;
  const { reasons, errors } = body as Pick<Failure, "reasons" | "errors">;
  const facts = body as Facts;
  return new CallError({
    kind: "refused",
    status,
    code,
    detail,
    reasons,
    errors,
    requestId: request_id,
    facts,
  });
};
