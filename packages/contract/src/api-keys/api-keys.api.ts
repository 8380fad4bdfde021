import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { ApiKey, NewApiKey } from "./api-keys.schema.ts";

export const apiKeys = endpoint({
  method: "GET",
  path: "/mcc-admin/api-keys/",
  summary: "List API keys, newest first, with revoked ones",
  allow: "mcc-admin",
  reply: z.object({ results: z.array(ApiKey) }),
});

export const createApiKey = endpoint({
  method: "POST",
  path: "/mcc-admin/api-keys/",
  summary: "Create an API key; only this response shows it",
  allow: "mcc-admin",
  body: NewApiKey,
  reply: ApiKey.extend({ key: z.string() }),
});

export const revokeApiKey = endpoint({
  method: "DELETE",
  path: "/mcc-admin/api-keys/:id/",
  summary: "Revoke an API key; the record is kept",
  allow: "mcc-admin",
  params: z.object({ id: pathId }),
  reply: ApiKey,
  fails: ["not_found"],
});
