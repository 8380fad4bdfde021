import { Skeleton } from "@mantine/core";
import { accessCoverage } from "@mcc/contract/access/access-questions.api.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import classes from "./access.module.css";
import { accessTexts as texts } from "./access.texts.ts";

interface PartProps<Row> {
  readonly title: string;
  readonly good: string;
  readonly found: { readonly count: number; readonly results: readonly Row[] };
  readonly row: (row: Row) => ReactNode;
}

const Part = <Row extends { readonly id: number }>({ title, good, found, row }: PartProps<Row>) => (
  <section className={classes.part}>
    <h3>{found.count === 0 ? title : `${title}: ${found.count.toLocaleString("en-US")}`}</h3>
    {found.count === 0 && <p className={classes.why}>{good}</p>}
    <ul>
      {found.results.map((each) => (
        <li key={each.id}>{row(each)}</li>
      ))}
    </ul>
    {found.count > found.results.length && (
      <p className={classes.why}>{texts.others(found.count - found.results.length)}</p>
    )}
  </section>
);

const ruleLink = (rule: { readonly id: number; readonly name: string; readonly limit: number }) => (
  <TextLink
    key={rule.id}
    to="/configuration/approvals/$approvalRuleId"
    params={{ approvalRuleId: String(rule.id) }}
  >
    {texts.ruleOf(rule)}
  </TextLink>
);

/** Sites whose orders nobody could approve, rules that never apply, users who see nothing. */
export const AccessCoverage = () => {
  const { data, error, refetch } = useQuery(queryFor(accessCoverage, {}));
  return (
    <Card title={texts.coverage}>
      <div className={classes.parts}>
        {data?.approvals_enabled === false && <p className={classes.why}>{texts.approvalsOff}</p>}
        {data?.approvals_enabled && (
          <>
            <Part
              title={texts.sites}
              good={texts.sitesOk}
              found={data.sites}
              row={({ id, name, rules }) => (
                <>
                  <TextLink to="/sites/$siteId" params={{ siteId: String(id) }}>
                    {name}
                  </TextLink>
                  : {rules.map(ruleLink).flatMap((link, at) => (at === 0 ? [link] : [", ", link]))}
                </>
              )}
            />
            <Part
              title={texts.rules}
              good={texts.rulesOk}
              found={data.rules}
              row={(rule) => (
                <>
                  {ruleLink(rule)}. {texts.ruleReason(rule.because)}
                </>
              )}
            />
          </>
        )}
        {data && (
          <Part
            title={texts.users}
            good={texts.usersOk}
            found={data.users}
            row={({ id, name, username }) => (
              <TextLink to="/users/$userId" params={{ userId: String(id) }} title={username}>
                {name}
              </TextLink>
            )}
          />
        )}
        {!data &&
          (error ? <LoadFailed retry={refetch}>{texts.failed}</LoadFailed> : <Skeleton height={160} />)}
      </div>
    </Card>
  );
};
