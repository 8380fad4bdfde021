import { UnstyledButton } from "@mantine/core";
import { searchRecords } from "@mcc/contract/search/search.api.ts";
import { SEARCH_MIN, type SearchResult } from "@mcc/contract/search/search.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { SearchBox } from "@mcc/ui/forms/search-box.tsx";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { useSearch } from "../../platform/lists/list-state.ts";
import { Page } from "../../platform/page/page.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import classes from "./access.module.css";
import { accessTexts as texts } from "./access.texts.ts";
import { AccessCoverage } from "./coverage.tsx";
import { OrderAnswer } from "./order-answer.tsx";
import { SiteAnswer } from "./site-answer.tsx";

type Kind = keyof typeof texts.kinds;
type Subject = SearchResult & { readonly kind: Kind };
const isSubject = (result: SearchResult): result is Subject => result.kind in texts.kinds;

interface ResultsProps {
  readonly text: string;
  readonly onPick: (subject: Subject) => void;
}

const Results = ({ text, onPick }: ResultsProps) => {
  const { data, error, refetch } = useQuery(queryFor(searchRecords, { query: { q: text } }));
  if (error) return <LoadFailed retry={refetch}>{texts.searchFailed}</LoadFailed>;
  const found = data?.results.filter(isSubject);
  if (found?.length === 0) return <p className={classes.why}>{texts.nothing}</p>;
  return (
    <ul className={classes.results}>
      {found?.map((subject) => (
        <li key={`${subject.kind} ${subject.id}`}>
          <UnstyledButton className={classes.result} onClick={() => onPick(subject)}>
            <Tag tone="neutral">{texts.kinds[subject.kind]}</Tag>
            <span>{subject.title}</span>
            <span className={classes.why}>{subject.subtitle}</span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
};

interface AccessPageProps {
  /** What a user may do, drawn by the feature of users. */
  readonly userAnswer: (id: number) => ReactNode;
}

/** The id in the address, or none when it is not one. */
const idOf = (text: unknown): number | undefined =>
  typeof text === "string" && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;

/** The question is in the address: a reload, a link and Back show it again. */
const useQuestion = () => {
  const { search, user, site, order } = useSearch();
  const navigate = useNavigate();
  const ask = (question: Readonly<Record<string, string>>, replace: boolean) =>
    void navigate({ to: ".", search: question as never, replace });
  return {
    text: typeof search === "string" ? search : "",
    user: idOf(user),
    site: idOf(site),
    order: typeof order === "string" ? order : undefined,
    type: (typed: string) => ask({ search: typed }, true),
    pick: ({ kind, id, title }: Subject) =>
      ask({ search: title, [kind]: kind === "order" ? title : String(id) }, false),
  };
};

/** "Who can see and do what": questions about a user, a site or an order, and what the rules leave out. */
export const AccessPage = ({ userAnswer }: AccessPageProps) => {
  const { text, user, site, order, type, pick } = useQuestion();
  const isAsked = user !== undefined || site !== undefined || order !== undefined;
  return (
    <Page breadcrumbs={breadcrumbs([CONFIGURATION], texts.title)} title={texts.title}>
      <div className={classes.page}>
        <Card title={texts.ask}>
          <div className={classes.parts}>
            <p className={classes.why}>{texts.hint}</p>
            <SearchBox label={texts.search} value={text} onSearch={type} />
            {!isAsked && text.length >= SEARCH_MIN && <Results text={text} onPick={pick} />}
            {user !== undefined && userAnswer(user)}
            {site !== undefined && <SiteAnswer key={site} id={site} />}
            {order !== undefined && <OrderAnswer identifier={order} />}
          </div>
        </Card>
        <AccessCoverage />
      </div>
    </Page>
  );
};
