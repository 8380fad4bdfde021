import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { CompanyIntegration, IntegrationChanges, IntegrationWithSecret } from "./integration.schema.ts";

const one = {
  path: "/mcc-admin/companies/:id/integration/",
  allow: "mcc-admin",
  params: z.object({ id: pathId }),
} as const;

export const findIntegration = endpoint({
  ...one,
  method: "GET",
  summary: "Where the events of a company are sent, and where its orders are tracked",
  reply: CompanyIntegration,
  fails: ["not_found"],
});

export const updateIntegration = endpoint({
  ...one,
  method: "PATCH",
  summary: "Change where events are sent or orders are tracked; what is left out stays",
  description:
    "The first address of events comes with a secret to sign them, which only this response shows. An address with http:// must be in a network that the operator allows.",
  confirm: "security",
  body: IntegrationChanges,
  reply: IntegrationWithSecret,
  fails: ["not_found", "company.not_configured"],
});

export const createEventSecret = endpoint({
  ...one,
  method: "POST",
  path: "/mcc-admin/companies/:id/integration/secret/",
  summary: "Replace the secret that events are signed with; only this response shows it",
  confirm: "security",
  reply: IntegrationWithSecret,
  fails: ["not_found", "company.not_configured", "secret.replaced"],
});
