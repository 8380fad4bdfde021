import * as contract from "@mcc/contract/approvals/decision-link.api.ts";
import { route } from "../../platform/http/routes.ts";
import type { Platform } from "../../platform/platform.ts";
import { openDecisionLink } from "./decision-links.service.ts";

export const decisionLinkRoutes = (platform: Platform) => [
  route(contract.openDecisionLink, (scope, { body }) => openDecisionLink(platform, scope, body.token)),
];
