import { TextLink } from "../../platform/page/text-link.tsx";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { ruleTexts as texts } from "./rules.texts.ts";

const configuration = <TextLink to="/configuration">{texts.configuration}</TextLink>;
const rules = <TextLink to="/configuration/approvals">{texts.approvals}</TextLink>;

/** The breadcrumbs of the rules, or of the page of one rule. */
export const ruleBreadcrumbs = (page?: string) =>
  page === undefined
    ? breadcrumbs([configuration], texts.approvals)
    : breadcrumbs([configuration, rules], page);
