/** The wrong fields of a request, each with its messages. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

interface Refusal {
  readonly code?: string;
  readonly detail?: string;
  readonly request_id?: string;
}

/** A request that was refused, or that got no response. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** For programs; it does not change. `network` without a response, `unexpected` for a response that is not the API's. */
  readonly code: string;
  /** The HTTP status, 0 without a response. */
  readonly status: number;
  /** A sentence for users. */
  readonly detail: string;
  /** With `input.invalid`: the wrong fields. */
  readonly fields: FieldErrors;
  /** To be told to whoever operates the server. */
  readonly requestId: string | undefined;
  /** The seconds to wait before the request is sent again, if the server said so. */
  readonly retryAfter: number | undefined;
  /** The whole body of the response. */
  readonly body: unknown;

  constructor(
    facts: Pick<ApiError, "code" | "status" | "detail"> &
      Partial<Pick<ApiError, "fields" | "requestId" | "retryAfter" | "body" | "cause">>,
  ) {
    super(`${facts.detail} (${facts.code})`, { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status;
    this.detail = facts.detail;
    this.fields = facts.fields ?? {};
    this.requestId = facts.requestId;
    this.retryAfter = facts.retryAfter;
    this.body = facts.body;
  }
}

/** Whether a call failed, and with one of these codes if some are named. */
export const isApiError = (error: unknown, ...codes: string[]): error is ApiError =>
  error instanceof ApiError && (codes.length === 0 || codes.includes(error.code));

/** Seconds, or the date until which to wait. */
const secondsIn = (header: string | null): number | undefined => {
  if (!header) return undefined;
  const seconds = Number.isNaN(Number(header)) ? (Date.parse(header) - Date.now()) / 1000 : Number(header);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

const isFieldErrors = (body: object): body is FieldErrors =>
  Object.values(body).every((messages) => Array.isArray(messages));

/** 400 has `{field: [messages]}`, anything else `{detail, code, request_id}`; a proxy may send neither. */
export const errorFrom = async (response: Response): Promise<ApiError> => {
  const { status, headers } = response;
  const body: unknown = await response.json().catch(() => undefined);
  const facts = {
    status,
    body,
    requestId: headers.get("x-request-id") ?? undefined,
    retryAfter: secondsIn(headers.get("retry-after")),
  };
  if (status === 400 && typeof body === "object" && body !== null && isFieldErrors(body)) {
    const detail = Object.entries(body)
      .map(([field, messages]) => `${field}: ${messages.join(" ")}`)
      .join("\n");
    return new ApiError({ ...facts, code: "input.invalid", detail, fields: body });
  }
  const { code, detail, request_id } = (typeof body === "object" ? (body ?? {}) : {}) as Refusal;
  return new ApiError({
    ...facts,
    code: code ?? "unexpected",
    detail: detail ?? `The server responded with ${status}.`,
    requestId: request_id ?? facts.requestId,
  });
};
