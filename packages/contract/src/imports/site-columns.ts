/** The columns of the spreadsheet of sites: their headers to the letter (specification 2, section 5). */
export const siteColumns = {
  name: "Name",
  division: "Division",
  business_unit: "Business Unit",
  region: "Region",
  ecommerce_user_email: "Email",
  ecommerce_username: "Shop Username",
  password: "Password",
  location_name: "Location Name",
  /** These three are names of the company's records. */
  node: "Node",
  site_type: "Site Type",
  site_warehouse: "Warehouse",
} as const;
export type SiteColumnKey = keyof typeof siteColumns;
export const SITE_COLUMN_KEYS = Object.keys(siteColumns) as SiteColumnKey[];

/** The cells of one row; an empty cell and a missing column are the same. */
export type SiteCells = Readonly<Partial<Record<SiteColumnKey, string>>>;

interface CompanyKind {
  readonly has_company_hierarchy: boolean;
}

/** A company has either the plain places of its sites or the nodes of its hierarchy. */
export const siteColumnsOf = ({ has_company_hierarchy }: CompanyKind): SiteColumnKey[] => {
  const absent: readonly SiteColumnKey[] = has_company_hierarchy
    ? ["division", "business_unit", "region"]
    : ["node"];
  return SITE_COLUMN_KEYS.filter((key) => !absent.includes(key));
};
