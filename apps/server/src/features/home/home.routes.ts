import * as contract from "@mcc/contract/home/home.api.ts";
import { route } from "../../platform/http/routes.ts";
import { homeOf } from "./home.service.ts";

export const homeRoutes = [route(contract.home, (scope, { query }) => homeOf(scope, query))];
