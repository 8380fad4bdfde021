import type { MappingPreview } from "@mcc/contract/access-mappings/access-mappings.schema.ts";
import { findSsoConnection } from "@mcc/contract/single-sign-on/connections.api.ts";
import type { SsoConnection } from "@mcc/contract/single-sign-on/connections.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { formatDate } from "../../platform/page/format.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { deleteEntry } from "../../platform/records/record-actions.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { RowMenu } from "../../platform/records/row-menu.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { deleteConnection, switchConnection } from "./connection-actions.ts";
import { ConnectionForm } from "./connection-form.tsx";
import { ConnectionState } from "./connections.tsx";
import { CopiedValues } from "./copied-values.tsx";
import classes from "./single-sign-on.module.css";
import { ssoTexts as texts } from "./single-sign-on.texts.ts";
import { TryOut } from "./try-out.tsx";

const list = { to: "/configuration/sign-in", label: texts.title } as const;

/** Whether it is on, and what switches it. */
const StateStrip = ({ connection }: { connection: SsoConnection }) => {
  const navigate = useNavigate();
  const { enabled, is_complete, tested_at, name } = connection;
  const isReady = is_complete && tested_at !== null;
  return (
    <div className={classes.strip}>
      <ConnectionState connection={connection} />
      <p className={classes.words}>{texts.stateWords(connection)}</p>
      <ActionButton
        variant={enabled ? "default" : "filled"}
        disabled={!enabled && !isReady}
        action={() => switchConnection(connection)}
      >
        {enabled ? texts.switchOff : texts.switchOn}
      </ActionButton>
      <RowMenu
        about={name}
        actions={[deleteEntry(() => deleteConnection(connection, () => navigate({ to: list.to })))]}
      />
    </div>
  );
};

const Ours = ({ connection: { kind, ours } }: { connection: SsoConnection }) => (
  <div className={classes.body}>
    <p className={classes.words}>{texts.oursHint[kind]}</p>
    <CopiedValues
      values={
        kind === "oidc"
          ? [
              [texts.redirectUrl, ours.redirect_url],
              [texts.signedOutUrl, ours.signed_out_url],
            ]
          : [
              [texts.entityId, ours.entity_id],
              [texts.acsUrl, ours.acs_url],
              [texts.samlSignedOutUrl, ours.saml_signed_out_url],
            ]
      }
    />
    <details className={classes.more}>
      <summary>{texts.where}</summary>
      <ul>
        {texts.wheres[kind].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  </div>
);

/** What the metadata of a SAML provider says. */
const FromMetadata = ({ connection: { kind, issuer, certificates } }: { connection: SsoConnection }) =>
  kind === "saml" && issuer !== null ? (
    <Facts
      facts={[
        { label: texts.entity, value: issuer, wide: true },
        {
          label: texts.certificates,
          wide: true,
          value: certificates.map(({ fingerprint, valid_until }) => (
            <div key={fingerprint}>
              {`${fingerprint.slice(0, 23)}…, ${texts.validUntil(formatDate(valid_until))}`}
            </div>
          )),
        },
      ]}
    />
  ) : null;

const Steps = ({ connection, explain }: { connection: SsoConnection; explain: Explain }) => {
  /** As the form starts with it. */
  const [opened, setOpened] = useState(connection);
  const { is_complete, tested_at } = connection;
  return (
    <div className={classes.parts}>
      <StateStrip connection={connection} />
      <Card title={texts.step1}>
        <Ours connection={connection} />
      </Card>
      <Card
        title={texts.step2}
        aside={<Tag tone={is_complete ? "good" : "warn"}>{is_complete ? texts.done : texts.missing}</Tag>}
      >
        <div className={classes.body}>
          <FromMetadata connection={connection} />
          <ConnectionForm
            key={opened.updated_at}
            opened={opened}
            hasSecret={connection.has_client_secret}
            onFileSaved={setOpened}
          />
        </div>
      </Card>
      <Card title={texts.step3} aside={tested_at === null ? undefined : <Tag tone="good">{texts.done}</Tag>}>
        <TryOut connection={connection} explain={explain} />
      </Card>
    </div>
  );
};

/** Shows what mappings would give to a person. */
type Explain = (mapping: MappingPreview) => ReactNode;

/** One identity provider: what to enter there, what to enter here, and the try-out, after which it can be switched on. */
export const ConnectionPage = ({ explain }: { explain: Explain }) => {
  const { connectionId: id = "" } = useParams({ strict: false });
  const loaded = useRecord(findSsoConnection, { params: { id } }, { failed: texts.loadFailed });
  const title = loaded.record?.name ?? texts.connections;
  return (
    <RecordPage
      title={title}
      breadcrumbs={breadcrumbs([CONFIGURATION, list], title)}
      back={{ ...list, label: texts.back }}
      failed={texts.loadFailed}
      loaded={loaded}
    >
      {(connection) => <Steps key={connection.id} connection={connection} explain={explain} />}
    </RecordPage>
  );
};
