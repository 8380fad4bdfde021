import { hasPrefix } from "@mcc/contract/sites/shop-username.ts";
import {
  ShopUser,
  type SiteCompany,
  shopUsernameField,
  siteFields,
} from "@mcc/contract/sites/site-fields.schema.ts";
import { siteMessages as says } from "@mcc/contract/sites/sites.messages.ts";
import type { SiteRecord } from "@mcc/contract/sites/sites.schema.ts";
import { z } from "zod";

/** The form values of a site. Fields have the names of the API, so that its errors appear on them. */
export type SiteValues = {
  readonly name: string;
  readonly location_name: string;
  readonly division: string;
  readonly business_unit: string;
  readonly region: string;
  readonly ecommerce_user_email: string;
  readonly site_type: string | null;
  readonly site_warehouse: string | null;
  readonly organization_node: string | null;
  readonly enable_analytics: boolean;
};
/** The page of a site has its shop user and its users too. */
export type EditedSiteValues = SiteValues & {
  readonly ecommerce_username: string;
  readonly users: readonly number[];
};
export type ShopUserValues = z.input<typeof ShopUser>;
export { ShopUser };

const chosen = (missing: string) => z.string({ error: missing });

export const newSiteForm = (company: SiteCompany) =>
  z.object({
    ...siteFields(company, chosen),
    site_warehouse: chosen(says.warehouseRequired),
  }) as unknown as z.ZodType<unknown, SiteValues>;

interface EditedSite {
  readonly prefixOf: (node: string | null) => string;
  /** The site before the change. A clone has none, and an empty shop username: the server makes one from its name. */
  readonly before: Pick<SiteRecord, "ecommerce_username" | "node"> | undefined;
}

/** The warehouse is marked as required, and may be empty all the same (SITE-068). */
export const editedSiteForm = (company: SiteCompany, { prefixOf, before }: EditedSite) =>
  z
    .object({
      ...siteFields(company, chosen),
      site_warehouse: z.string().nullable(),
      ecommerce_username: before === undefined ? z.string() : shopUsernameField(says.shopUsernameRequired),
      users: z.array(z.number()),
    })
    .superRefine(({ ecommerce_username, organization_node }, context) => {
      const node = organization_node ?? null;
      const isSame = ecommerce_username === (before?.ecommerce_username ?? "");
      if (isSame && (!before || node === idOf(before.node))) return;
      const prefix = prefixOf(node);
      if (hasPrefix(ecommerce_username, prefix)) return;
      context.addIssue({
        code: "custom",
        path: ["ecommerce_username"],
        message: says.shopUsernamePrefix(prefix),
      });
    }) as unknown as z.ZodType<unknown, EditedSiteValues>;

export const newSite: SiteValues = {
  name: "",
  location_name: "",
  division: "",
  business_unit: "",
  region: "",
  ecommerce_user_email: "",
  site_type: null,
  site_warehouse: null,
  organization_node: null,
  enable_analytics: true,
};

const idOf = (id: number | undefined | null): string | null => (id ? String(id) : null);

export const valuesOf = (site: SiteRecord): EditedSiteValues => ({
  name: site.name,
  location_name: site.location_name ?? "",
  division: site.division ?? "",
  business_unit: site.business_unit ?? "",
  region: site.region ?? "",
  ecommerce_user_email: site.ecommerce_user_email ?? "",
  site_type: idOf(site.site_type?.id),
  site_warehouse: idOf(site.site_warehouse?.id),
  organization_node: idOf(site.node),
  enable_analytics: site.enable_analytics,
  ecommerce_username: site.ecommerce_username,
  users: site.users.map(({ id }) => id),
});

/** A clone is like the site, but for what only one site can have. */
export const cloneValuesOf = (site: SiteRecord): EditedSiteValues => ({
  ...valuesOf(site),
  name: "",
  ecommerce_username: "",
});

const numberOf = (id: string | null): number | null => (id === null ? null : Number(id));

/** What a new site and a change have in common. */
const fieldsOf = ({ has_company_hierarchy: hierarchy }: SiteCompany, values: SiteValues) => {
  const { name, location_name, division, business_unit, region, ecommerce_user_email } = values;
  return {
    ...{ name, location_name, division, business_unit, region, ecommerce_user_email },
    site_type: numberOf(values.site_type),
    enable_analytics: values.enable_analytics,
    ...(hierarchy ? { organization_node: numberOf(values.organization_node) } : {}),
  };
};

export const creationOf = (
  company: SiteCompany,
  values: SiteValues,
  shopUser: { readonly ecommerce_username: string; readonly password?: string },
) => ({ ...fieldsOf(company, values), siteWarehouse: numberOf(values.site_warehouse), ...shopUser });

export const changesOf = (company: SiteCompany, values: EditedSiteValues, site: SiteRecord) => ({
  ...fieldsOf(company, values),
  site_warehouse: numberOf(values.site_warehouse),
  ...(values.ecommerce_username ? { ecommerce_username: values.ecommerce_username } : {}),
  ...(company.has_company_hierarchy
    ? {}
    : { users: [...values.users], users_before: site.users.map(({ id }) => id) }),
});
