import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId, queryId } from "../kit/id.ts";
import {
  AlertRule,
  AlertRuleChanges,
  NewAlertRule,
  RulesOfUser,
  SiteRuleSwitch,
} from "./alert-rules.schema.ts";

const member = { allow: "company:member" } as const;
const byId = { ...member, path: "/alert-rules/:id/", params: z.object({ id: pathId }) } as const;

export const rulesOfUser = endpoint({
  ...member,
  method: "GET",
  path: "/alert-rules/",
  summary: "Get the alert rules of a user",
  description: "Without `user`, those of the signed-in user; company admins may name anybody of the company.",
  query: z.object({ user: queryId.optional() }),
  reply: RulesOfUser,
  fails: ["not_found"],
});

export const createAlertRule = endpoint({
  ...member,
  method: "POST",
  path: "/alert-rules/",
  summary: "Create an alert rule for any number of sites, or for all",
  body: NewAlertRule,
  reply: AlertRule,
});

export const updateAlertRule = endpoint({
  ...byId,
  method: "PUT",
  summary: "Change an alert rule; what is left out stays",
  body: AlertRuleChanges,
  reply: AlertRule,
  fails: ["not_found"],
});

export const deleteAlertRule = endpoint({
  ...byId,
  method: "DELETE",
  summary: "Delete an alert rule",
  reply: z.object({ detail: z.string() }),
  fails: ["not_found"],
});

export const switchSiteRule = endpoint({
  ...member,
  method: "PUT",
  path: "/alert-rules/by-site/",
  summary: "Enable or disable the triggers of a user that are alike, at all sites",
  body: SiteRuleSwitch,
  reply: z.object({ detail: z.string(), count: z.number().describe("How many have changed") }),
});
