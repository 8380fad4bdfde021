import { ApiError } from "./api-error.ts";
import type { Connection } from "./connection.ts";
import { type CallOptions, type Outgoing, send } from "./send.ts";

type Value = string | number | boolean | null | undefined;
type Values = Readonly<Record<string, Value | readonly Value[]>>;

/** What a request consists of. */
export interface Input {
  /** What the path names. */
  readonly params?: Readonly<Record<string, Value>>;
  readonly query?: Values;
  readonly body?: unknown;
}

/** Several values are a repeated parameter; what is not given is left out. */
const entriesOf = (values: Values): [string, string][] =>
  Object.entries(values).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((one): [string, string][] => (one === undefined || one === null ? [] : [[name, String(one)]])),
  );

export const urlOf = ({ url }: Connection, path: string, { params = {}, query = {} }: Input): string => {
  const place = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined || value === null || value === "")
      throw new TypeError(`params.${name} is missing.`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(entriesOf(query)).toString();
  return `${url}${place}${search && `?${search}`}`;
};

/** A body with a file is sent as a form, the file last; any other as JSON. */
const contentOf = (body: unknown): Pick<Outgoing, "body" | "type"> => {
  if (body === undefined) return {};
  const { file, ...fields } = (body ?? {}) as { file?: unknown } & Values;
  if (!(file instanceof Blob)) return { body: JSON.stringify(body), type: "application/json" };
  const form = new FormData();
  for (const [name, value] of entriesOf(fields)) form.append(name, value);
  form.append("file", file);
  return { body: form };
};

/** The body of a response. A page instead of JSON usually means that the url is not that of the API. */
const bodyOf = (response: Response, signal?: AbortSignal): Promise<unknown> =>
  response.json().catch((cause: unknown) => {
    if (signal?.aborted) throw cause;
    const isNoJson = cause instanceof SyntaxError;
    throw new ApiError({
      code: isNoJson ? "unexpected" : "network",
      status: response.status,
      detail: isNoJson
        ? "The response is not JSON: is the url that of the API?"
        : "The response was cut off.",
      cause,
    });
  });

/** A function that calls one endpoint. */
export const call =
  (method: string, path: string) =>
  async (connection: Connection, input: Input = {}, options?: CallOptions): Promise<unknown> => {
    const request = { method, url: urlOf(connection, path, input), ...contentOf(input.body) };
    const response = await send(connection, request, options);
    return response.status === 204 ? undefined : bodyOf(response, options?.signal);
  };
