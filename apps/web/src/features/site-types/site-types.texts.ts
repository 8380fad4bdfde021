import { siteTypeMessages } from "@mcc/contract/site-types/site-types.messages.ts";
import { recordTexts } from "../../platform/records/record.texts.ts";

/** Texts of the site types screens; many are fixed by CONF-084 to CONF-094. */
export const siteTypeTexts = {
  ...recordTexts("site type"),
  title: "Type of Sites",
  name: "Name",
  back: "Return to site types",
  empty: "Company does not have site types",
  listFailed: "There has been an error fetching site types",
  deleted: siteTypeMessages.deleted,
  deleteQuestion: (name: string): string => `Do you want to delete the site type ${name}?`,
} as const;
