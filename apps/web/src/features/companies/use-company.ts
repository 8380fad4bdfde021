import { findCompany } from "@mcc/contract/companies/companies.api.ts";
import { useRecord } from "../../platform/records/use-record.ts";
import { companyTexts as texts } from "./companies.texts.ts";

/** The company of a page. It is fetched when the one in memory is another. */
export const useCompany = (id: string) =>
  useRecord(findCompany, { params: { id } }, { failed: texts.fetchFailed });
