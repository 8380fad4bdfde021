import { failField } from "@mcc/contract/kit/errors.ts";
import { TOO_DEEP } from "@mcc/contract/kit/list.ts";
import { DEEPEST_BY_NAME, type Page } from "../list.ts";
import { type FastListSource, type PageQuery, type PageRequest, pageRequest } from "./strategies.ts";

/** With a lookup sort, all rows before the page are read, so pages too far from both ends are refused. */
export const refuseTooDeep = ({ by, offset }: PageRequest): void => {
  if (by.kind === "lookup" && offset > DEEPEST_BY_NAME) failField("offset", TOO_DEEP);
};

/** Tells the pager which pages are refused, if there are such pages. */
export const deepestOffset = (
  { source, query }: { readonly source: FastListSource; readonly query: PageQuery },
  { count, count_is_capped }: Pick<Page<unknown>, "count" | "count_is_capped">,
): Pick<Page<unknown>, "deepest_offset"> =>
  pageRequest(source, query).by.kind === "lookup" && (count_is_capped || count > 2 * DEEPEST_BY_NAME)
    ? { deepest_offset: DEEPEST_BY_NAME }
    : {};
