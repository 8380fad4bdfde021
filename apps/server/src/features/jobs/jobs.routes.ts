import * as contract from "@mcc/contract/jobs/jobs.api.ts";
import { route } from "../../platform/http/routes.ts";
import { listRoutes } from "../../platform/lists/list-routes.ts";
import { jobSource } from "./jobs.list.ts";
import * as service from "./jobs.service.ts";

export const jobRoutes = [
  ...listRoutes(contract.jobList, jobSource),
  route(contract.retryJob, (scope, { params }) => service.retryJob(scope, params.id)),
  route(contract.dropJob, (scope, { params }) => service.dropJob(scope, params.id)),
];
