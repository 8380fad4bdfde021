import { checkInstallation, sendTestMail } from "@mcc/contract/installation/checklist.api.ts";
import { CHECKLIST_ITEMS, type ChecklistItem } from "@mcc/contract/installation/checklist.schema.ts";
import { Tag, type Tone } from "@mcc/ui/content/tag.tsx";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call, queryFor } from "../../platform/api/call.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { Page } from "../../platform/page/page.tsx";
import { TextLink } from "../../platform/page/text-link.tsx";
import { toast } from "../../platform/page/toast.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import classes from "./checklist.module.css";
import { checklistTexts as texts } from "./checklist.texts.ts";

const TONES = { ok: "good", warning: "warn", failed: "bad" } as const satisfies Record<string, Tone>;
const checkOf = (item: ChecklistItem) => queryFor(checkInstallation, { params: { item } });

interface ItemProps {
  readonly item: ChecklistItem;
  readonly children?: ReactNode;
}

const Item = ({ item, children }: ItemProps) => {
  const { data, isFetching, isError, refetch } = useQuery({ ...checkOf(item), gcTime: 0, retry: false });
  const result = isFetching && !data ? undefined : data;
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h2 className={classes.name}>{texts.items[item]}</h2>
        {result && <Tag tone={TONES[result.state]}>{texts.states[result.state]}</Tag>}
      </div>
      <div role="status">
        {result && (
          <>
            <p className={classes.found}>{result.found}</p>
            {result.advice && <p className={classes.advice}>{result.advice}</p>}
          </>
        )}
        {!result && <p className={classes.advice}>{isError ? texts.notTested : texts.testing}</p>}
      </div>
      <div className={classes.actions}>
        <ActionButton size="xs" variant="default" action={() => refetch()}>
          {texts.testAgain}
        </ActionButton>
        {children}
      </div>
    </li>
  );
};

const sendMail = async () => {
  try {
    queryClient.setQueryData(checkOf("mail").queryKey, (await call(sendTestMail, {})) as never);
  } catch (error) {
    toast.failure(error);
  }
};

const extras: Partial<Record<ChecklistItem, ReactNode>> = {
  mail: (
    <ActionButton size="xs" variant="default" action={sendMail}>
      {texts.sendTestMail}
    </ActionButton>
  ),
  jobs: <TextLink to="/jobs">{texts.jobs}</TextLink>,
  "first-company": <TextLink to="/companies">{texts.companies}</TextLink>,
};

/** For whoever sets up an installation: what works, and what to do about the rest. */
export const ChecklistPage = () => (
  <Page section={texts.section} title={texts.title}>
    <p className={classes.intro}>{texts.intro}</p>
    <ol className={classes.items}>
      {CHECKLIST_ITEMS.map((item) => (
        <Item key={item} item={item}>
          {extras[item]}
        </Item>
      ))}
    </ol>
  </Page>
);
