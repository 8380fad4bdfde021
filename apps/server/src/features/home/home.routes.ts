import * as contract from "@mcc/contract/home/home.api.ts";
import { route } from "../../platform/http/routes.ts";
import { spendOverTime } from "./spend.service.ts";

export const homeRoutes = [route(contract.spend, (scope, { query }) => spendOverTime(scope, query))];
