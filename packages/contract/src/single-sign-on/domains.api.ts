import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { NewSsoDomain, SsoDomain } from "./domains.schema.ts";

const path = "/accounts/sso-domains/";
const allow = "company-admin";
const byId = { allow, params: z.object({ id: pathId }) } as const;
const Domains = z.object({ results: z.array(SsoDomain) });

export const ssoDomains = endpoint({
  method: "GET",
  path,
  allow,
  summary: "List the domains of the company's e-mail addresses, with their DNS records",
  reply: Domains,
});

export const createSsoDomain = endpoint({
  method: "POST",
  path,
  allow,
  summary: "Add a domain; it counts once its DNS record or a platform admin confirms it",
  confirm: "security",
  body: NewSsoDomain,
  reply: SsoDomain,
  fails: ["sso.domains_full"],
});

export const checkSsoDomain = endpoint({
  ...byId,
  method: "POST",
  path: `${path}:id/check/`,
  summary: "Look for the DNS record of a domain now",
  reply: SsoDomain,
  fails: ["not_found", "rate.limited"],
});

export const deleteSsoDomain = endpoint({
  ...byId,
  method: "DELETE",
  path: `${path}:id/`,
  summary: "Remove a domain; users who are bound to a provider stay bound",
  confirm: "security",
  reply: z.object({ detail: z.string() }),
  fails: ["not_found"],
});

const ofCompany = { allow: "mcc-admin", path: "/mcc-admin/companies/:id/sso-domains/" } as const;

export const companySsoDomains = endpoint({
  ...ofCompany,
  method: "GET",
  params: z.object({ id: pathId }),
  summary: "List the domains of a company",
  reply: Domains,
  fails: ["not_found"],
});

export const confirmSsoDomain = endpoint({
  ...ofCompany,
  method: "POST",
  path: `${ofCompany.path}:domain/confirm/`,
  params: z.object({ id: pathId, domain: pathId }),
  summary: "Confirm that a domain belongs to a company, without its DNS record",
  confirm: "security",
  reply: SsoDomain,
  fails: ["not_found", "sso.domain_taken"],
});
