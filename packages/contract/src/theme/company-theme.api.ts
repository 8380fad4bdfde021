import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { CompanyTheme, NewLogo, ThemeChanges } from "./company-theme.schema.ts";

const one = {
  allow: "mcc-admin",
  params: z.object({ id: pathId }),
  reply: CompanyTheme,
  fails: ["not_found"],
} as const;

export const findCompanyTheme = endpoint({
  ...one,
  method: "GET",
  path: "/mcc-admin/companies/:id/theme/",
  summary: "Get how a company looks",
});

export const updateCompanyTheme = endpoint({
  ...one,
  method: "PATCH",
  path: "/mcc-admin/companies/:id/theme/",
  summary: "Change the label or the color of a company; what is left out stays",
  body: ThemeChanges,
});

export const uploadCompanyLogo = endpoint({
  ...one,
  method: "PUT",
  path: "/mcc-admin/companies/:id/theme/logo/",
  summary: "Replace the logo of a company",
  description: "A PNG, JPEG or WebP picture. It is drawn again as PNG, within 640 × 160 pixels.",
  body: NewLogo,
  fails: [...one.fails, "file.infected", "file.not_scanned"],
});

export const deleteCompanyLogo = endpoint({
  ...one,
  method: "DELETE",
  path: "/mcc-admin/companies/:id/theme/logo/",
  summary: "Delete the logo of a company; a word mark is drawn instead",
});
