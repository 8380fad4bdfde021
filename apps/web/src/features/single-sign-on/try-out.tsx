import { Alert } from "@mantine/core";
import type { MappingPreview } from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import { findSsoTest, startSsoTest } from "@mcc/contract/single-sign-on/connections.api.ts";
import type { SsoConnection, SsoTest } from "@mcc/contract/single-sign-on/connections.schema.ts";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { IconAlertTriangle, IconBan, IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { call } from "../../platform/api/call.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { failureToast } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import classes from "./single-sign-on.module.css";
import { ssoTexts as texts } from "./single-sign-on.texts.ts";

/** How long a try-out in another tab is waited for. */
const WAITED_MS = 10 * 60_000;

/** The provider leads back to this page; on another host of the portal, in a tab of its own. */
const start = async (id: number, retry: () => unknown): Promise<void> => {
  try {
    const { url } = await call(startSsoTest, { params: { id } });
    if (new URL(url, location.href).origin === location.origin) return location.assign(url);
    window.open(url, "_blank", "noopener");
  } catch (error) {
    failureToast(texts.tryFailed, error);
  }
  void retry();
};

const isWaiting = (test: SsoTest | undefined): boolean =>
  test?.state === "waiting" && test.at !== null && Date.now() - Date.parse(test.at) < WAITED_MS;

const Refused = ({ test: { problem, reference } }: { test: SsoTest }) => (
  <Alert variant="default" icon={<IconBan size={18} aria-hidden />} title={texts.refused}>
    <p className={classes.words}>{problem}</p>
    {reference && (
      <p className={classes.words}>
        {texts.reference}{" "}
        <TextLink to="/configuration/security/sign-ins" search={{ search: reference }}>
          {reference}
        </TextLink>
      </p>
    )}
  </Alert>
);

type Explain = (mapping: MappingPreview) => ReactNode;

const Passed = ({ test, explain }: { test: SsoTest; explain: Explain }) => {
  const { at, identity, claims, outcome, mapping, unconfirmed_domain } = test;
  return (
    <>
      <Alert
        variant="default"
        icon={
          outcome === "refuse" ? (
            <IconAlertTriangle size={18} aria-hidden />
          ) : (
            <IconCheck size={18} aria-hidden />
          )
        }
        title={texts.passed(at === null ? "" : formatMoment(at))}
      >
        <p className={classes.words}>
          {texts.outcome}: {texts.outcomeOf(test)}
        </p>
        {unconfirmed_domain && (
          <p className={classes.words}>
            {texts.confirmFirst(unconfirmed_domain)}{" "}
            <TextLink to="/configuration/sign-in">{texts.toDomains}</TextLink>
          </p>
        )}
      </Alert>
      {identity && (
        <Facts
          facts={[
            { label: texts.emailClaim, value: identity.email ?? "–" },
            { label: texts.firstNameClaim, value: identity.first_name ?? "–" },
            { label: texts.lastNameClaim, value: identity.last_name ?? "–" },
            { label: texts.subject, value: identity.subject },
          ]}
        />
      )}
      {mapping && outcome !== "refuse" && explain(mapping)}
      <PlainTable
        label={texts.claimsTable}
        columns={[
          { label: texts.claim, cell: ({ name }) => name },
          {
            label: texts.values,
            cell: ({ values }) => <div className={classes.values}>{values.join(", ")}</div>,
          },
        ]}
        rows={claims}
        rowKey={({ name }) => name}
        empty={texts.noClaims}
      />
    </>
  );
};

const Result = ({ test, explain }: { test: SsoTest; explain: Explain }) => {
  if (test.state === "passed") return <Passed test={test} explain={explain} />;
  if (test.state === "refused") return <Refused test={test} />;
  return <p className={classes.words}>{test.state === "waiting" ? texts.waiting : texts.none}</p>;
};

/** A sign-in that counts for nothing: it shows what the provider says of whoever tries it, and what would follow. */
export const TryOut = ({ connection, explain }: { connection: SsoConnection; explain: Explain }) => {
  const { id, is_complete, tells_sign_in_time } = connection;
  const { record, error, retry } = useRecord(
    findSsoTest,
    { params: { id } },
    { failed: texts.testFailed, refreshWhile: isWaiting },
  );
  return (
    <div className={classes.body}>
      <p className={classes.words}>{texts.tryHint}</p>
      <div className={classes.strip}>
        <ActionButton
          variant={record?.state === "passed" ? "default" : "filled"}
          disabled={!is_complete}
          action={() => start(id, retry)}
        >
          {record && record.state !== "none" ? texts.tryAgain : texts.tryNow}
        </ActionButton>
        {!is_complete && <span className={classes.hint}>{texts.tryFirst}</span>}
      </div>
      <div role="status" className={classes.body}>
        {record && <Result test={record} explain={explain} />}
        {tells_sign_in_time === false && (
          <Alert
            variant="default"
            icon={<IconAlertTriangle size={18} aria-hidden />}
            title={texts.silentTitle}
          >
            {texts.silent}
          </Alert>
        )}
      </div>
      {!record && error && <LoadFailed retry={retry}>{texts.testFailed}</LoadFailed>}
    </div>
  );
};
