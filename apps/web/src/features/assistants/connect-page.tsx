import { Button, Checkbox, Radio, Skeleton, Stack } from "@mantine/core";
import {
  allowAssistant,
  findAssistantRequest,
  refuseAssistant,
} from "@mcc/contract/assistants/assistants.api.ts";
import {
  ASSISTANT_DAYS,
  ASSISTANT_KINDS,
  type AssistantKind,
  type AssistantRequest,
} from "@mcc/contract/assistants/assistants.schema.ts";
import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import { Card } from "@mcc/ui/content/card.tsx";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { IconPlugConnected } from "@tabler/icons-react";
import { useState } from "react";
import { call } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { useSearch } from "../../platform/lists/list-state.ts";
import { Page } from "../../platform/page/page.tsx";
import { runAction } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import classes from "./assistants.module.css";
import { assistantTexts as texts } from "./assistants.texts.ts";

/** Sends the answer and leaves for the assistant, which learns of it there. */
const answer = (request: string, success: string, send: () => Promise<{ url: string }>) =>
  runAction({
    key: [allowAssistant.path, request],
    send,
    success,
    failure: texts.answerFailed,
    onSuccess: ({ url }) => location.assign(url),
    invalidate: async () => {},
  });

const Question = ({ request, asked }: { request: string; asked: AssistantRequest }) => {
  const { company } = useSessionUser();
  const [kinds, setKinds] = useState<AssistantKind[]>([...asked.kinds]);
  const [days, setDays] = useState("30");
  const params = { request };
  const allow = () =>
    answer(request, texts.allowed, () =>
      call(allowAssistant, { params, body: { kinds, days: Number(days) } }),
    );
  const refuse = () => answer(request, texts.refused, () => call(refuseAssistant, { params }));
  return (
    <Card title={texts.asks(asked.name)}>
      <div className={classes.request}>
        <p>{texts.intro(asked.name, company?.name ?? "")}</p>
        <Checkbox.Group
          label={texts.kinds}
          value={kinds}
          onChange={(chosen) => setKinds(chosen as AssistantKind[])}
        >
          <Stack gap="xs" mt="xs">
            {asked.kinds.map((kind) => (
              <Checkbox key={kind} value={kind} label={ASSISTANT_KINDS[kind]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Radio.Group label={texts.days} value={days} onChange={setDays}>
          <Stack gap="xs" mt="xs">
            {ASSISTANT_DAYS.map((each) => (
              <Radio key={each} value={String(each)} label={texts.daysOf(each)} />
            ))}
          </Stack>
        </Radio.Group>
        <p className={classes.dimmed}>{texts.host(asked.host)}</p>
        <p className={classes.dimmed}>{texts.until}</p>
        <div className={classes.buttons}>
          <ActionButton action={allow} disabled={kinds.length === 0}>
            {texts.allow}
          </ActionButton>
          <ActionButton variant="default" action={refuse}>
            {texts.refuse}
          </ActionButton>
        </div>
      </div>
    </Card>
  );
};

const Asked = ({ request }: { request: string }) => {
  const { record, error, missing, retry } = useRecord(
    findAssistantRequest,
    { params: { request } },
    { failed: texts.failed, gcTime: 0 },
  );
  if (record) return <Question request={request} asked={record} />;
  const isOff = error instanceof CallError && error.code === "assistants.off";
  if (missing || isOff)
    return (
      <Card title={texts.title}>
        <EmptyState icon={<IconPlugConnected size={28} stroke={1.5} />}>
          {isOff ? error.detail : texts.expired}
        </EmptyState>
      </Card>
    );
  return error ? <LoadFailed retry={retry}>{texts.failed}</LoadFailed> : <Skeleton height={420} />;
};

const HowTo = () => {
  const address = `${location.origin}/mcp`;
  return (
    <Card title={texts.howTitle}>
      <div className={classes.request}>
        <p>{texts.how}</p>
        <div className={classes.address}>
          <code>{address}</code>
          <CopyButton noun={texts.address} text={address} />
        </div>
        <div className={classes.buttons}>
          <Button component="a" href="/profile" variant="default">
            {texts.profile}
          </Button>
        </div>
      </div>
    </Card>
  );
};

/** Where an assistant leads a person who connects it: they say what it may read, and for how long. */
export const ConnectPage = () => {
  const { request } = useSearch();
  return (
    <Page title={texts.title}>
      <div className={classes.page}>
        {typeof request === "string" && request !== "" ? <Asked request={request} /> : <HowTo />}
      </div>
    </Page>
  );
};
