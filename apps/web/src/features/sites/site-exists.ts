import type { Endpoint, EndpointRequest } from "@mcc/contract/kit/endpoint.ts";
import { siteExists, usernameExists } from "@mcc/contract/sites/site-records.api.ts";
import { siteMessages as says } from "@mcc/contract/sites/sites.messages.ts";
import { call } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";

/** Success says that it exists, and not found that it does not. */
const exists = async <E extends Endpoint>(endpoint: E, ask: EndpointRequest<E>): Promise<boolean> => {
  try {
    await call(endpoint, ask);
    return true;
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return false;
    throw error;
  }
};

export const isUsername = (username: string) => exists(usernameExists, { body: { username } });

/** The error of a name that another site has. */
export const nameError = async (name: string): Promise<string | undefined> =>
  (await exists(siteExists, { body: { name } })) ? says.nameTaken : undefined;
