import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { list } from "../kit/list.ts";
import { choiceColumn, switchColumn, textColumn } from "../kit/list-columns.ts";
import { text } from "../kit/text.ts";
import { hasRule, TRIGGER_FREQUENCIES, TRIGGER_RULES } from "./triggers.rules.ts";
import { NewTrigger, Trigger, TriggerChanges, TriggerSwitch } from "./triggers.schema.ts";

/** Company admins see the triggers of everybody, other users their own. */
export const triggerList = list({
  name: "triggers",
  path: "/triggers/",
  summary: "triggers, which screens call alert rules",
  allow: "company:member",
  row: Trigger,
  sort: "site",
  essentials: ["rule", "frequency", "value", "site", "status"],
  extra: {
    username_is: text().describe("Only those of the user with exactly this username").optional(),
    value_is: text().describe("Only those with exactly this value").optional(),
  },
  extraLabels: { username_is: "Username", value_is: "Value" },
  columns: {
    rule: choiceColumn("Rule", TRIGGER_RULES, { offers: hasRule }),
    frequency: choiceColumn("Frequency", TRIGGER_FREQUENCIES),
    value: textColumn("Value"),
    username: textColumn("Username"),
    site: textColumn("Site"),
    status: switchColumn("Status"),
  },
});

const byId = { path: "/triggers/:id/", allow: "company:member", params: z.object({ id: pathId }) } as const;

export const createTrigger = endpoint({
  method: "POST",
  path: "/triggers/",
  summary: "Create a trigger",
  description: "A user has at most one of each rule for a site, and only for sites they have access to.",
  allow: "company:member",
  body: NewTrigger,
  reply: Trigger,
});

export const updateTrigger = endpoint({
  ...byId,
  method: "PUT",
  summary: "Change a trigger; what is left out stays",
  body: TriggerChanges,
  reply: Trigger,
  fails: ["not_found"],
});

export const updateTriggers = endpoint({
  method: "PUT",
  path: "/triggers/batchupdate/",
  summary: "Enable or disable every trigger that matches the filters",
  allow: "company:member",
  query: triggerList.filters,
  body: TriggerSwitch,
  reply: z.object({ detail: z.string(), count: z.number().describe("How many have changed") }),
});

export const deleteTrigger = endpoint({
  ...byId,
  method: "DELETE",
  summary: "Delete a trigger",
  reply: z.object({ detail: z.string() }),
  fails: ["not_found"],
});
