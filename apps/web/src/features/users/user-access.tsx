import { Button, Skeleton } from "@mantine/core";
import { type UserAccess as Access, userAccess } from "@mcc/contract/access/user-access.api.ts";
import { PAGE_SIZE } from "@mcc/contract/kit/list.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { accessTexts as texts } from "./access.texts.ts";
import classes from "./user-access.module.css";

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part}>
    <h3>{title}</h3>
    {children}
  </section>
);

const Rights = ({ access: { role, is_company_admin, permissions } }: { access: Access }) => (
  <>
    <Part title={texts.role}>
      <p>{[is_company_admin && texts.companyAdmin, role?.name ?? texts.noRole].filter(Boolean).join(", ")}</p>
    </Part>
    <Part title={texts.permissions}>
      {permissions.length === 0 && <p>{texts.nothing}</p>}
      <ul>
        {permissions.map((name) => (
          <li key={name}>{texts.permission(name)}</li>
        ))}
      </ul>
    </Part>
  </>
);

const Sites = ({ sites, more }: { sites: Access["sites"]; more: () => void }) => {
  const left = sites.count - sites.results.length;
  return (
    <Part title={texts.sites(sites.count)}>
      <p className={classes.why}>{texts.reasonOf(sites)}</p>
      <ul className={classes.names}>
        {sites.results.map(({ id, name, node }) => (
          <li key={id}>
            {name} {node && <span className={classes.why}>{node}</span>}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button variant="subtle" size="xs" onClick={more}>
          {texts.more(left)}
        </Button>
      )}
    </Part>
  );
};

const Approvals = ({ access: { approvals, role, is_company_admin } }: { access: Access }) => {
  if (!approvals.enabled) return <Part title={texts.approvals}>{texts.off}</Part>;
  const { rules, stands_in_for: principals } = approvals;
  const decides = rules.length > 0 || is_company_admin || principals.length > 0;
  return (
    <Part title={texts.approvals}>
      {rules.length === 0 && <p>{texts.noRule}</p>}
      <ul>
        {rules.map((rule) => (
          <li key={rule.id}>
            <TextLink
              to="/configuration/approvals/$approvalRuleId"
              params={{ approvalRuleId: String(rule.id) }}
            >
              {texts.limitOf(rule)}
            </TextLink>
            , {texts.byOf(rule, role?.name)}. {texts.placesOf(rule)}
          </li>
        ))}
      </ul>
      {principals.map(({ name, until }) => (
        <p key={`${name} ${until}`}>{texts.deputyOf(name, formatMoment(until))}</p>
      ))}
      {is_company_admin && <p>{texts.standIn}</p>}
      {rules.length > 0 && <p className={classes.why}>{texts.own(approvals.allow_self_approval)}</p>}
      {decides && <p>{texts.pending(approvals.pending_count)}</p>}
    </Part>
  );
};

/** What of this follows from the groups of the user. */
const Mapped = ({ mapping }: { mapping: Access["mapping"] | undefined }) =>
  mapping && mapping.decides.length > 0 ? (
    <Part title={texts.byGroups}>
      <p>{texts.decidedByGroups(mapping.decides)}</p>
      {mapping.matches.length === 0 && <p>{texts.noGroupFits}</p>}
      <ul>
        {mapping.matches.map((match) => (
          <li key={`${match.claim} ${match.value}`}>{texts.groupGives(match)}</li>
        ))}
      </ul>
      {mapping.sources.map(({ source, at }) => (
        <p key={source} className={classes.why}>
          {texts.knownFrom(source, formatMoment(at))}
        </p>
      ))}
    </Part>
  ) : null;

/** What a user may do, see and approve, and why: read only, by the rules that guard their requests. */
export const UserAccess = ({ id, named = false }: { id: number; named?: boolean }) => {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const { data, error, refetch } = useQuery({
    ...queryFor(userAccess, { params: { id }, query: { limit: String(limit) } }),
    placeholderData: keepPreviousData,
  });
  const title = texts.title(named ? data?.name : undefined);
  return (
    <aside className={classes.card} aria-label={title}>
      <h2>{title}</h2>
      {data && (
        <>
          <Rights access={data} />
          <Mapped mapping={data.mapping} />
          <Sites sites={data.sites} more={() => setLimit(limit + 5 * PAGE_SIZE)} />
          <Approvals access={data} />
        </>
      )}
      {!data && (error ? <LoadFailed retry={refetch}>{texts.failed}</LoadFailed> : <Skeleton height={220} />)}
    </aside>
  );
};
