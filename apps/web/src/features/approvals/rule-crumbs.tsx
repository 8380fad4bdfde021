import { TextLink } from "../../platform/page/text-link.tsx";
import { ruleTexts as texts } from "./rules.texts.ts";

const configuration = {
  key: "configuration",
  node: <TextLink to="/configuration">{texts.configuration}</TextLink>,
};
const here = (label: string) => ({ key: label, node: <span aria-current="page">{label}</span> });

/** The way from Configuration to the rules, or further to one of them. */
export const rulesCrumbs = (page?: string) =>
  page === undefined
    ? [configuration, here(texts.approvals)]
    : [
        configuration,
        { key: "rules", node: <TextLink to="/configuration/approvals">{texts.approvals}</TextLink> },
        here(page),
      ];
