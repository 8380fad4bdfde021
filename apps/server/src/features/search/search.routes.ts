import * as contract from "@mcc/contract/search/search.api.ts";
import { route } from "../../platform/http/routes.ts";
import { searchRecords } from "./search.service.ts";

export const searchRoutes = [
  route(contract.searchRecords, (scope, { query }) => searchRecords(scope, query.q)),
];
