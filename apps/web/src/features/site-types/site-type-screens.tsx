import { siteTypeEndpoints } from "@mcc/contract/site-types/site-types.api.ts";
import { NewSiteType } from "@mcc/contract/site-types/site-types.schema.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { CallError } from "../../platform/api/call-error.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import type { RecordScreens } from "../../platform/records/record-screens.ts";
import { siteTypeTexts as texts } from "./site-types.texts.ts";

/** What the list of site types and the page of one have in common. */
export const siteTypeScreens: RecordScreens<NewSiteType> = {
  texts,
  above: [CONFIGURATION],
  path: "/configuration/site-types",
  endpoints: siteTypeEndpoints,
  schema: NewSiteType,
  fields: (field) => <TextField label={texts.name} required {...field("name")} />,
  fieldErrorsOnly: true,
  // Sites have it: the server says how many.
  deleteFailure: (error) =>
    error instanceof CallError && error.status === 409 ? error.detail : texts.deleteFailed,
  // Sites show the name of their type.
  invalidate: () => invalidate([siteTypeEndpoints.list, siteTypeEndpoints.find, siteList.page]),
};
