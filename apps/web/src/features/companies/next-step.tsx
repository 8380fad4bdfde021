import { Alert, Button, Group, Text } from "@mantine/core";
import { administrators } from "@mcc/contract/companies/administrators.api.ts";
import type { Administrator } from "@mcc/contract/companies/administrators.schema.ts";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { findConfiguration } from "@mcc/contract/companies/configurations.api.ts";
import { IconArrowRight } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { InviteButton } from "./administrators.tsx";
import { nextStepTexts as texts } from "./companies.texts.ts";

const Step = ({ at, children, action }: { at: number; children: string; action?: ReactNode }) => (
  <Alert role="note" title={texts.title(at)}>
    <Group justify="space-between" gap="sm">
      <Text size="sm">{children}</Text>
      {action}
    </Group>
  </Alert>
);

const ConfigureLink = ({ companyId }: { companyId: string }) => (
  <Button
    rightSection={<IconArrowRight size={16} aria-hidden />}
    renderRoot={(props: object) => (
      <Link {...props} to="/companies/$companyId/configuration/create" params={{ companyId }} />
    )}
  >
    {texts.configure}
  </Button>
);

const nameOf = ({ first_name, last_name }: Administrator): string => `${first_name} ${last_name}`.trim();

/** What a new company needs next, until one of its administrators has a password. The sections below report failures. */
export const NextStep = ({ company: { id, mcc_host } }: { company: Company }) => {
  const configuration = useQuery(queryFor(findConfiguration, { params: { id: String(id) } }));
  const people = useQuery(queryFor(administrators, { params: { id } })).data?.results;
  const { error } = configuration;
  if (error instanceof CallError && error.status === 404) {
    return (
      <Step at={1} action={<ConfigureLink companyId={String(id)} />}>
        {texts.configureHint}
      </Step>
    );
  }
  if (!configuration.data || !people || people.some(({ state }) => state === "Active")) return null;
  const [invited] = people;
  if (!invited) {
    return (
      <Step at={2} action={<InviteButton companyId={id} label={texts.invite} />}>
        {texts.inviteHint}
      </Step>
    );
  }
  return <Step at={3}>{texts.waiting(nameOf(invited), invited.email, mcc_host ?? location.host)}</Step>;
};
