import { addressesOf, isDomain, SLUG_MAX } from "@mcc/contract/companies/companies.rules.ts";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { config } from "../../platform/theme/runtime-config.ts";
import { companyTexts as texts } from "./companies.texts.ts";
import { type CompanyValues, companyValues } from "./company-form.ts";

type Addresses = Pick<Company, "website" | "mcc_host" | "ecommerce_url">;

const addressesFor = (typed: string, company: Company | undefined): Addresses | undefined => {
  const domain = typed.trim().toLowerCase();
  if (company && domain === companyValues(company).domain) return company;
  return isDomain(domain) ? addressesOf(domain, config().environment) : undefined;
};

interface CompanyFieldsProps {
  readonly form: Pick<AppForm<CompanyValues>, "field" | "values">;
  /** The company as it is; none for a new one. */
  readonly company?: Company;
}

/** The fields of a company, and the addresses that follow from its domain. */
export const CompanyFields = ({ form: { field, values }, company }: CompanyFieldsProps) => {
  const { website, mcc_host, ecommerce_url } = addressesFor(values.domain, company) ?? {};
  const addresses = [
    { label: texts.website, value: website },
    { label: texts.host, value: mcc_host },
    { label: texts.storefront, value: ecommerce_url },
  ].flatMap(({ label, value }) => (value ? [{ label, value }] : []));
  return (
    <>
      <TextField label={texts.name} required {...field("name")} />
      <TextField
        label={texts.domain}
        description={company ? texts.domainHint : texts.newDomainHint}
        placeholder="goacme.com"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        {...field("domain")}
      />
      {addresses.length > 0 && <Facts facts={addresses} />}
      <TextField
        label={texts.slug}
        description={company ? texts.slugHint : texts.newSlugHint}
        placeholder="acme"
        autoCapitalize="none"
        spellCheck={false}
        {...field("slugName")}
        maxLength={SLUG_MAX}
      />
    </>
  );
};
