import { companyMessages as says } from "@mcc/contract/companies/companies.messages.ts";
import {
  addressesOf,
  domainOf,
  type Environment,
  isDomain,
  SLUG,
  SLUG_MAX,
} from "@mcc/contract/companies/companies.rules.ts";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { requiredText, text } from "@mcc/contract/kit/text.ts";
import { z } from "zod";

export const CompanyForm = z.object({
  name: requiredText(says.nameRequired),
  domain: text()
    .trim()
    .toLowerCase()
    .refine((domain) => domain === "" || isDomain(domain), says.domainFormat),
  slugName: text(SLUG_MAX).refine((slug) => slug === "" || SLUG.test(slug), says.slugFormat),
});
export type CompanyValues = z.input<typeof CompanyForm>;

/** Of a company, or empty for a new one. */
export const companyValues = (company?: Company): CompanyValues => ({
  name: company?.name ?? "",
  domain: domainOf(company?.mcc_host ?? null),
  slugName: company?.slug_name ?? "",
});

const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const camelCase = (key: string): string =>
  key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** What is sent: the addresses of the domain, or those of before while it stays; without empty values, in snake case. */
export const companyBody = (
  { name, domain, slugName }: CompanyValues,
  environment: Environment,
  before?: Company,
) => {
  const given = domain.trim().toLowerCase();
  const { website, mcc_host, ecommerce_url } = before ?? {};
  const isKept = before !== undefined && given === domainOf(before.mcc_host);
  const addresses = isKept ? { website, mcc_host, ecommerce_url } : given && addressesOf(given, environment);
  const filled = Object.entries({ name: name.trim(), ...(addresses || {}), slugName }).filter(
    ([, value]) => value,
  );
  return Object.fromEntries(filled.map(([key, value]) => [snakeCase(key), value])) as { name: string };
};

/** The addresses are made of the domain, so what is wrong with them is wrong with it. */
const DERIVED = ["website", "mccHost", "ecommerceUrl"];

export const companyFieldOf = (field: string): string => {
  const camel = camelCase(field);
  return DERIVED.includes(camel) ? "domain" : camel;
};
