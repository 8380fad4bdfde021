import { z } from "zod";
import type { SessionCompany } from "../access/session.ts";
import { bodyId, bodyIds } from "../kit/id.ts";
import { requiredEmail, requiredText, requiredTextArea, text } from "../kit/text.ts";
import { PASSWORD_MAX } from "../sign-in/sign-in.schema.ts";
import { siteMessages as says } from "./sites.messages.ts";

/** What a company asks of its sites. */
export type SiteCompany = Pick<SessionCompany, "has_company_hierarchy" | "has_location_name_required">;

/** The longest division and business unit. */
const UNIT_MAX = 50;

const anyText = () => text().nullish();
const id = () => z.number().nullish();

/**
 * The fields of a site in a body. Which of them are required depends on the company, so `siteFields` checks that;
 * their names are those of the fields on the screen, where the messages appear.
 */
const shared = {
  name: anyText(),
  location_name: anyText(),
  division: anyText(),
  business_unit: anyText(),
  region: anyText(),
  ecommerce_username: anyText().describe("The shop user of the site"),
  ecommerce_user_email: anyText(),
  site_type: id(),
  enable_analytics: z.boolean().optional(),
  organization_node: id().describe("For companies with a hierarchy only, which need it"),
};

export const NewSite = z.object({
  ...shared,
  siteWarehouse: id(),
  password: anyText().describe("Creates the shop user; left out where the shop user exists"),
});
export type NewSite = z.output<typeof NewSite>;

/** Left out fields keep their values; a clone takes them from the site it is made of. */
export const SiteChanges = z.object({
  ...shared,
  site_warehouse: id(),
  users: bodyIds().optional().describe("All users of the site; for companies without a hierarchy only"),
  users_before: bodyIds()
    .optional()
    .describe("The users that `users` is based on: changes made by others since then are kept"),
});
export type SiteChanges = z.output<typeof SiteChanges>;

const optionalText = (max?: number) =>
  text(max)
    .trim()
    .nullish()
    .transform((value) => value || null);

/** The fields of a site as its company requires them. A form has ids as texts, a body as numbers. */
export const siteFields = <Id extends z.ZodType>(company: SiteCompany, idField: (missing: string) => Id) => {
  const { has_company_hierarchy: hierarchy, has_location_name_required: located } = company;
  const unit = (missing: string, tooLong: string) =>
    hierarchy ? optionalText(UNIT_MAX) : requiredText(missing, UNIT_MAX, tooLong).trim();
  return {
    name: requiredText(says.nameRequired).trim(),
    location_name: located ? requiredText(says.locationNameRequired).trim() : optionalText(),
    division: unit(says.divisionRequired, says.divisionLong),
    business_unit: unit(says.businessUnitRequired, says.businessUnitLong),
    region: hierarchy ? optionalText() : requiredText(says.regionRequired).trim(),
    ecommerce_user_email: requiredEmail(says.emailRequired, says.emailWrong),
    site_type: idField(says.typeRequired),
    organization_node: hierarchy ? idField(says.nodeRequired) : z.null(says.noHierarchy).optional(),
    enable_analytics: z.boolean().default(true),
  };
};

export const shopUsernameField = (missing: string) => requiredText(missing).trim();

const password = requiredTextArea(says.passwordRequired, PASSWORD_MAX, says.passwordLong(PASSWORD_MAX));

/** The shop user of a new site, as the second step of the form has it. */
export const ShopUser = z.object({ ecommerce_username: shopUsernameField(says.shopRequired), password });

/** A new site of this company. */
export const newSiteOf = (company: SiteCompany) =>
  z.object({
    ...siteFields(company, bodyId),
    siteWarehouse: bodyId(says.warehouseRequired),
    ecommerce_username: shopUsernameField(says.shopRequired),
    password: password.nullish().transform((value) => value ?? undefined),
  });

/** A new site of a spreadsheet, which may leave out the type and the warehouse. */
export const sheetSiteOf = (company: SiteCompany) =>
  newSiteOf(company).extend({
    site_type: bodyId().nullable().default(null),
    siteWarehouse: bodyId().nullable().default(null),
  });

/** The cells of such a site, where names stand for records. */
export const sheetCellsOf = (company: SiteCompany) => {
  const {
    site_type: _,
    organization_node: __,
    enable_analytics: ___,
    ...fields
  } = siteFields(company, bodyId);
  return z.object({
    ...fields,
    ecommerce_username: shopUsernameField(says.shopUsernameRequired),
    node: company.has_company_hierarchy ? requiredText(says.nodeRequired) : text().optional(),
    site_type: text().optional(),
    site_warehouse: text().optional(),
  });
};

/** Changes of a site of this company: what is given has to be right, and the warehouse may be empty. */
export const siteChangesOf = (company: SiteCompany) => {
  const { enable_analytics: _, ...fields } = siteFields(company, bodyId);
  return z
    .object({
      ...fields,
      enable_analytics: z.boolean(),
      site_warehouse: bodyId("").nullable(),
      ecommerce_username: shopUsernameField(says.shopUsernameRequired),
    })
    .partial();
};
