import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { companyList, findCompany } from "@mcc/contract/companies/companies.api.ts";
import type { Company } from "@mcc/contract/companies/companies.schema.ts";
import { companyClosings, reopenCompany } from "@mcc/contract/company-closing/company-closing.api.ts";
import type { CompanyClosing as Closing } from "@mcc/contract/company-closing/company-closing.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { Facts } from "@mcc/ui/content/facts.tsx";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconLock } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { confirm } from "../../platform/dialogs/confirm-dialog.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { runAction } from "../../platform/records/action.ts";
import { useRecord } from "../../platform/records/use-record.ts";
import { closingTexts as texts } from "./company-closing.texts.ts";

const stateText = (closing: Closing | undefined, day: string): string => {
  if (closing?.is_deleting) return texts.deleting(closing.records.toLocaleString("en-US"));
  return closing?.waits_for_collector ? texts.waiting : texts.until(day);
};

const load = async () => (await import("./close-company.tsx")).CloseCompany;

const reopen = async ({ id, name }: Company) => {
  const wanted = {
    title: texts.reopenTitle(name),
    content: texts.reopenQuestion,
    confirm: texts.reopenSubmit,
  };
  if (!(await confirm(wanted))) return;
  await runAction({
    key: [reopenCompany.path, id],
    send: () => call(reopenCompany, { params: { id } }),
    success: texts.reopened,
    failure: texts.reopenFailed,
    invalidate: () => invalidate([findCompany, companyList.page, companyClosings]),
  });
};

/** What a closed company is waiting for, and the way back. */
export const ClosedCompany = ({ company }: { company: Company }) => {
  const { record } = useRecord(companyClosings, {}, { failed: texts.failed });
  const closing = record?.results.find(
    ({ company_id, deleted_at }) => company_id === company.id && !deleted_at,
  );
  const day = formatMoment(company.delete_after ?? "");
  return (
    <Card title={texts.isClosed}>
      <Stack gap="md">
        <Alert color={closing?.is_deleting ? "red" : "yellow"} icon={<IconLock size={18} aria-hidden />}>
          {stateText(closing, day)}
        </Alert>
        <Facts
          facts={[
            { label: texts.closedAt, value: formatMoment(company.closed_at ?? "") },
            { label: texts.closedBy, value: closing?.closed_by ?? "" },
            { label: texts.deleteAfter, value: day },
          ]}
        />
        {closing && !closing.is_deleting && (
          <Group>
            <Button onClick={() => void reopen(company)}>{texts.reopen}</Button>
          </Group>
        )}
      </Stack>
    </Card>
  );
};

/** Closes a company, below everything else of its page. */
export const CompanyClosing = ({ company }: { company: Company }) => {
  const [opened, setOpened] = useState(false);
  const Dialog = useLazy(load, { early: false, needed: opened });
  return (
    <Card title={texts.card}>
      <Stack gap="md" align="flex-start">
        <Text c="dimmed">{texts.hint}</Text>
        <Button variant="default" onClick={() => setOpened(true)}>
          {texts.close}
        </Button>
      </Stack>
      {Dialog && opened && <Dialog company={company} opened onClose={() => setOpened(false)} />}
    </Card>
  );
};
