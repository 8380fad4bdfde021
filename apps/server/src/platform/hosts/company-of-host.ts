import { isApiHost, pageHostOf } from "@mcc/contract/kit/host.ts";
import { namesOf, themeIdOf } from "@mcc/contract/theme/theme.rules.ts";
import { DEFAULT_THEME, type HostTheme } from "@mcc/contract/theme/theme.schema.ts";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { Services } from "../services.ts";
import { nameIn } from "./host-name.ts";

export interface HostCompany {
  readonly id: number;
  readonly theme_id: string;
  readonly label: string;
  readonly short_name: string;
  readonly ecommerce_url: string | null;
  readonly website: string | null;
  readonly logo: string | null;
  readonly has_order_approval: boolean;
}

/** The company whose host this is; else the one that the theme id of the host names, by its own theme id or its slug. */
export const findCompanyOfHost = async (db: Kysely<Tables>, host: string, themeId: string | undefined) => {
  const { rows } = await sql<HostCompany>`
    select companies.id, coalesce(theme_id, slug_name) as theme_id, coalesce(nullif(label, ''), name) as label,
      coalesce(nullif(short_name, ''), name) as short_name, ecommerce_url, website, logo,
      coalesce(configuration.has_order_approval, false) as has_order_approval
    from companies
    left join company_configurations configuration on configuration.company_id = companies.id
    where lower(mcc_host) = ${host} or theme_id = ${themeId ?? null} or slug_name = ${themeId ?? null}
    order by lower(mcc_host) is not distinct from ${host} desc,
      theme_id is not distinct from ${themeId ?? null} desc, companies.id
    limit 1`.execute(db);
  return rows[0];
};

/** A page and its API have one company. A host that leads to none is shared by all. */
export const companyOfHost = (
  { database }: Pick<Services, "database">,
  host: string,
  db: Kysely<Tables> = database.platform,
): Promise<HostCompany | undefined> => {
  const name = nameIn(host);
  const page = isApiHost(name) ? pageHostOf(name) : name;
  return findCompanyOfHost(db, page, themeIdOf(page));
};

/** The storefront of a company; one that was given no address has the one that its host says, or the provider's. */
const shopOf = ({ ecommerce_url, website }: HostCompany, host: string): string => {
  const id = themeIdOf(host);
  const named = id === undefined || id.includes("-") ? undefined : namesOf(id).shop_url;
  return ecommerce_url ?? website ?? named ?? DEFAULT_THEME.shop_url;
};

export const themeOfHost = async (services: Pick<Services, "database">, host: string): Promise<HostTheme> => {
  const company = await companyOfHost(services, host);
  if (!company) return DEFAULT_THEME;
  const { theme_id, label, short_name, has_order_approval } = company;
  return { theme_id, label, short_name, shop_url: shopOf(company, host), has_order_approval };
};
