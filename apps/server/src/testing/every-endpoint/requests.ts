import { api } from "@mcc/contract/api.ts";
import type { Endpoint } from "@mcc/contract/kit/endpoint.ts";
import type { TestServer } from "../test-server.ts";
import { accountRequests } from "./account-requests.ts";
import { absentIds, type IdKind, type Ids } from "./ids.ts";
import { orderRequests } from "./order-requests.ts";
import { platformRequests } from "./platform-requests.ts";
import type { SampleCompany, SampleRequest, Samples } from "./sample-request.ts";
import { siteRequests } from "./site-requests.ts";

/** A request for every endpoint of the contract: the checks over all endpoints are generated from these. */
export const samples: Samples = {
  ...accountRequests,
  ...siteRequests,
  ...orderRequests,
  ...platformRequests,
};

export const endpoints: readonly Endpoint[] = Object.values(api).flat();
export const keyOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

export const sampleOf = (endpoint: Endpoint, ids: Ids, company: SampleCompany): SampleRequest => {
  const sample = samples[keyOf(endpoint)];
  if (!sample)
    throw new Error(
      `${keyOf(endpoint)} has no sample request. Add one to a file of apps/server/src/testing/every-endpoint.`,
    );
  return sample(ids, company);
};

/** The kinds of ids in the request of an endpoint. */
export const kindsIn = (endpoint: Endpoint, ids: Ids, company: SampleCompany): IdKind[] =>
  (Object.keys(absentIds) as IdKind[]).filter((kind) => {
    const request = sampleOf(endpoint, { ...ids, [kind]: absentIds[kind] }, company);
    return JSON.stringify(request).includes(String(absentIds[kind]));
  });

const BOUNDARY = "part-of-a-form";

/** A body as the endpoint takes it: JSON, one line of JSON, or a form with a file. */
const payloadOf = ({ upload, lines, body: schema }: Endpoint, { body, file, raw }: SampleRequest) => {
  if (upload && file !== undefined) {
    const part = (name: string, content: string, more = "") =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
    const fields = Object.entries(body ?? {}).map(([name, value]) =>
      part(name, typeof value === "string" ? value : JSON.stringify(value)),
    );
    const content = part("file", file, `; filename="file.${file.startsWith("%PDF") ? "pdf" : "csv"}"`);
    return {
      headers: { "content-type": `multipart/form-data; boundary=${BOUNDARY}` },
      payload: `${fields.join("")}${content}--${BOUNDARY}--\r\n`,
    };
  }
  if (!schema) return { headers: {} };
  const type = lines ? "application/x-ndjson" : "application/json";
  return { headers: { "content-type": type }, payload: raw ?? JSON.stringify(body ?? {}) };
};

export const pathOf = ({ path }: Endpoint, { params = {}, query = {} }: SampleRequest): string => {
  const filled = path.replace(/:(\w+)/g, (_, name) =>
    encodeURIComponent(String(params[name]).toWellFormed()),
  );
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([key, value]) =>
      [value].flat().map((one): [string, string] => [key, one]),
    ),
  ).toString();
  return `/api${filled}${search ? `?${search}` : ""}`;
};

export interface SentResponse {
  readonly status: number;
  readonly body: string;
  readonly code: string | undefined;
}

/** Sends a request without a check of the response; a stream of events is closed. */
export const send = async (
  { app, address }: TestServer,
  endpoint: Endpoint,
  request: SampleRequest,
  headers: Record<string, string> = {},
): Promise<SentResponse> => {
  const url = pathOf(endpoint, request);
  if (endpoint.stream) {
    const answer = await fetch(`${address}${url}`, { headers });
    if (answer.ok) await answer.body?.cancel();
    const body = answer.ok ? "" : await answer.text();
    return { status: answer.status, body, code: codeOf(body) };
  }
  const { headers: own, payload } = payloadOf(endpoint, request);
  const answer = await app.inject({
    method: endpoint.method,
    url,
    headers: { ...own, ...headers },
    payload,
  });
  return { status: answer.statusCode, body: answer.body, code: codeOf(answer.body) };
};

const codeOf = (body: string): string | undefined => {
  try {
    return JSON.parse(body).code;
  } catch {
    return undefined;
  }
};
