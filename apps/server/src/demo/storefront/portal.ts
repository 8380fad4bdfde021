import { upsertDocument } from "@mcc/contract/documents/ingest.api.ts";
import { readOrder, upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import type { IntegrationOrder, StoredOrder } from "@mcc/contract/integration/integration.schema.ts";
import type { Endpoint, EndpointRequest, Reply } from "@mcc/contract/kit/endpoint.ts";
import { redeemLoginAs } from "@mcc/contract/sites/login-as.api.ts";
import type { RedeemedLogin } from "@mcc/contract/sites/login-as.schema.ts";

const TIMEOUT = 10_000;

/** The portal's answer to a call of the storefront that it does not accept. */
export class PortalRefusal extends Error {
  readonly status: number;
  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** An order as the integration API takes it. */
export type NewOrder = EndpointRequest<typeof upsertOrder>["body"];

/** The portal as a storefront knows it: the integration API, over HTTP, with an API key. */
export interface Portal {
  redeem(token: string): Promise<RedeemedLogin>;
  placeOrder(slug: string, identifier: string, order: NewOrder): Promise<IntegrationOrder>;
  findOrder(slug: string, identifier: string): Promise<StoredOrder | undefined>;
  sendDocument(slug: string, document: NewDocument): Promise<void>;
}

interface NewDocument {
  readonly externalId: string;
  readonly name: string;
  readonly order: string;
  readonly pdf: Buffer;
}

/** What was wrong: a sentence, or the fields with their messages. */
const detailOf = (body: unknown): string => {
  const { detail, ...fields } = (body ?? {}) as Record<string, unknown>;
  return typeof detail === "string" ? detail : Object.values(fields).flat().join(" ");
};

export const portalAt = (address: () => string, apiKey: string): Portal => {
  const send = async (endpoint: Endpoint, params: Record<string, string>, body?: string | FormData) => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
    const response = await fetch(`${address()}/api${path}`, {
      method: endpoint.method,
      headers: {
        authorization: `ApiKey ${apiKey}`,
        ...(typeof body === "string" ? { "content-type": "application/json" } : {}),
      },
      body: body ?? null,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (!response.ok) throw new PortalRefusal(response.status, detailOf(answer));
    return answer;
  };
  const call = async <E extends Endpoint>(endpoint: E, params: Record<string, string>, body?: object) =>
    (await send(endpoint, params, body && JSON.stringify(body))) as Reply<E>;
  return {
    redeem: (token) => call(redeemLoginAs, {}, { token }),
    placeOrder: (slug, identifier, order) => call(upsertOrder, { slug, identifier }, order),
    findOrder: async (slug, identifier) => {
      try {
        return await call(readOrder, { slug, identifier });
      } catch (error) {
        if (error instanceof PortalRefusal && error.status < 500) return undefined;
        throw error;
      }
    },
    sendDocument: async (slug, { externalId, name, order, pdf }) => {
      const form = new FormData();
      form.set("document_type", "Other");
      form.set("document_name", name);
      form.set("order_identifier", order);
      form.set("file", new Blob([new Uint8Array(pdf)], { type: "application/pdf" }), name);
      await send(upsertDocument, { slug, external_id: externalId }, form);
    },
  };
};
