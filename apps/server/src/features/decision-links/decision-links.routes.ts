import * as contract from "@mcc/contract/decision-links/decision-links.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Services } from "../../platform/services.ts";
import { openDecisionLink } from "./decision-links.service.ts";

export const decisionLinkRoutes = (services: Services) => [
  route(contract.openDecisionLink, (scope, { body }) => openDecisionLink(services, scope, body.token)),
];
