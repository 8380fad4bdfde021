import type { Import } from "@mcc/contract/imports/imports.schema.ts";
import { CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { kindTexts } from "./imports.texts.ts";

/** The page above the uploads of a kind, and the uploads themselves. */
export const aboveOf = {
  sites: CONFIGURATION,
  budgets: { to: "/budgets", label: kindTexts.budgets.records },
} as const satisfies Record<Import["kind"], object>;
export const uploadsOf = {
  sites: { to: "/configuration/uploads", label: kindTexts.sites.title },
  budgets: { to: "/budgets/upload", label: kindTexts.budgets.title },
} as const satisfies Record<Import["kind"], object>;
