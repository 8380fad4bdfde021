import { Text } from "@mantine/core";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { findConfiguration } from "@mcc/contract/companies/configurations.api.ts";
import {
  createEventSecret,
  findIntegration,
  updateIntegration,
} from "@mcc/contract/companies/integration.api.ts";
import {
  type CompanyIntegration as Integration,
  IntegrationChanges,
  type IntegrationWithSecret,
} from "@mcc/contract/companies/integration.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { IconKey } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { call, queryFor } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { showSecret } from "../../platform/dialogs/show-secret.tsx";
import { runAction } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { SavedForm } from "../../platform/records/forms/saved-form.tsx";
import { RecordSection } from "../../platform/records/record-section.tsx";
import { keepRecord } from "../../platform/records/use-record.ts";
import classes from "./company-integration.module.css";
import { integrationTexts as texts } from "./integration.texts.ts";
import { TestEvent } from "./test-event.tsx";

type Values = { event_url: string; tracking_url_template: string };

const ADDRESS_MAX = 2_000;

/** The section shows the record as it is now, and a secret that was made with it is shown once. */
const keep = (companyId: number, { event_secret, ...integration }: IntegrationWithSecret): void => {
  keepRecord(findIntegration, { params: { id: companyId } }, integration);
  if (event_secret)
    showSecret({
      title: texts.secretTitle,
      note: texts.secretNote,
      noun: texts.secretNoun,
      secret: event_secret,
    });
};

const replaceSecret = async (companyId: number, { has_event_secret }: Integration): Promise<void> => {
  const question = { title: texts.newSecret, content: texts.replaceQuestion, confirm: texts.replaceConfirm };
  if (has_event_secret && !(await confirm(question))) return;
  await runAction({
    key: [createEventSecret.path, companyId],
    send: () => call(createEventSecret, { params: { id: companyId } }),
    onSuccess: (made) => keep(companyId, made),
    success: texts.secretMade,
    failure: texts.secretFailed,
    invalidate: () => invalidate([findIntegration]),
  });
};

const IntegrationForm = ({ company, integration }: { company: Company; integration: Integration }) => {
  const { id } = company;
  const before = {
    event_url: integration.event_url ?? "",
    tracking_url_template: integration.tracking_url_template ?? "",
  };
  return (
    <div className={classes.parts}>
      <SavedForm<Values, IntegrationWithSecret>
        key={JSON.stringify(before)}
        schema={IntegrationChanges as never}
        initialValues={before}
        submit={texts.save}
        send={(body) => call(updateIntegration, { params: { id }, body })}
        onSuccess={(saved) => keep(id, saved)}
        success={texts.saved}
        failure={texts.saveFailed}
        fieldErrorsOnly
      >
        {({ field }) => (
          <>
            <TextField
              label={texts.eventUrl}
              description={texts.eventUrlHint}
              maxLength={ADDRESS_MAX}
              {...field("event_url")}
            />
            <TextField
              label={texts.tracking}
              description={texts.trackingHint}
              maxLength={ADDRESS_MAX}
              {...field("tracking_url_template")}
            />
          </>
        )}
      </SavedForm>
      <section className={classes.parts} aria-label={texts.secret}>
        <h3 className={classes.heading}>{texts.secret}</h3>
        <Text size="sm" c="dimmed">
          {integration.has_event_secret ? texts.hasSecret : texts.noSecret}
        </Text>
        <div className={classes.actions}>
          <ActionButton
            variant="default"
            icon={<IconKey size={16} aria-hidden />}
            action={() => replaceSecret(id, integration)}
          >
            {texts.newSecret}
          </ActionButton>
        </div>
      </section>
      {integration.event_url && <TestEvent company={company} />}
    </div>
  );
};

/** Where the events of a company are sent, and where its orders are tracked; a company has both once it is configured. */
export const CompanyIntegration = ({ company }: { company: Company }) => {
  const ask = { params: { id: company.id } };
  // The button to the configuration asks the same, and says if that fails.
  const { error } = useQuery(queryFor(findConfiguration, { params: { id: String(company.id) } }));
  if (error instanceof CallError && error.status === 404) {
    return (
      <Card title={texts.title}>
        <Text c="dimmed">{texts.notConfigured}</Text>
      </Card>
    );
  }
  return (
    <RecordSection title={texts.title} endpoint={findIntegration} ask={ask} failed={texts.fetchFailed}>
      {(integration) => <IntegrationForm company={company} integration={integration} />}
    </RecordSection>
  );
};
