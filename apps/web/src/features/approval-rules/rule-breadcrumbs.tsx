import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { ruleTexts as texts } from "./approval-rules.texts.ts";

const rules = { to: "/configuration/approvals", label: texts.approvals } as const;

/** The breadcrumbs of the rules, or of the page of one rule. */
export const ruleBreadcrumbs = (page?: string) =>
  page === undefined
    ? breadcrumbs([CONFIGURATION], texts.approvals)
    : breadcrumbs([CONFIGURATION, rules], page);
