import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { NewSsoConnection, SsoConnection, SsoConnectionChanges, SsoTest } from "./connections.schema.ts";

const path = "/accounts/sso-connections/";
const allow = "company-admin";
const byId = { allow, params: z.object({ id: pathId }) } as const;

export const ssoConnections = endpoint({
  method: "GET",
  path,
  allow,
  summary: "List the identity providers of the company",
  reply: z.object({ results: z.array(SsoConnection) }),
});

export const findSsoConnection = endpoint({
  ...byId,
  method: "GET",
  path: `${path}:id/`,
  summary: "Get an identity provider of the company, without its secret",
  reply: SsoConnection,
  fails: ["not_found"],
});

export const createSsoConnection = endpoint({
  method: "POST",
  path,
  allow,
  summary: "Add an identity provider: OpenID Connect or SAML; it is off until it was tried",
  description:
    "What is missing can be given later. Addresses must be reachable with https://, or be in a network that the operator allows.",
  confirm: "security",
  body: NewSsoConnection,
  reply: SsoConnection,
  fails: ["sso.connections_full"],
});

export const updateSsoConnection = endpoint({
  ...byId,
  method: "PATCH",
  path: `${path}:id/`,
  summary: "Change an identity provider, or switch it on or off; what is left out stays",
  description:
    "A new secret is used from the next sign-in on. Changed addresses, clients or metadata must be tried again before the connection can be switched on.",
  confirm: "security",
  body: SsoConnectionChanges,
  reply: SsoConnection,
  fails: ["not_found", "sso.incomplete", "sso.not_tested", "sso.last_connection"],
});

export const deleteSsoConnection = endpoint({
  ...byId,
  method: "DELETE",
  path: `${path}:id/`,
  summary: "Delete an identity provider, with the bindings of users to it",
  confirm: "security",
  reply: z.object({ detail: z.string() }),
  fails: ["not_found", "sso.last_connection"],
});

export const startSsoTest = endpoint({
  ...byId,
  method: "POST",
  path: `${path}:id/test/`,
  summary: "Try an identity provider: open the address in this browser, sign in there, then read the result",
  description:
    "The provider's answer leads back to /configuration/sign-in?tried={id}. It changes nothing but the result.",
  reply: z.object({ url: z.string() }),
  fails: ["not_found", "sso.incomplete", "sso.unreachable"],
});

export const findSsoTest = endpoint({
  ...byId,
  method: "GET",
  path: `${path}:id/test/`,
  summary: "Get the result of the last try-out: the claims, and what would follow",
  reply: SsoTest,
  fails: ["not_found"],
});
