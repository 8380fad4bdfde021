import { Button } from "@mantine/core";
import type { AlertRule, RulesOfUser, SiteRule } from "@mcc/contract/alerts/alert-rules.schema.ts";
import { shownValue } from "@mcc/contract/alerts/alert-rules.texts.ts";
import { triggerList } from "@mcc/contract/alerts/triggers.api.ts";
import type { Trigger } from "@mcc/contract/alerts/triggers.schema.ts";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { IconPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useListState } from "../../../platform/lists/list-state.ts";
import { ResourceTable } from "../../../platform/lists/resource-table.tsx";
import { Page } from "../../../platform/page/page.tsx";
import { usePageAction } from "../../../platform/page/page-actions.ts";
import { toast } from "../../../platform/page/toast.ts";
import { breadcrumbs } from "../../../platform/records/breadcrumbs.tsx";
import { useSessionUser } from "../../../platform/session/session-user.ts";
import { alertTexts, FETCH_FAILED, triggerTexts as texts } from "../alerts.texts.ts";
import { ruleTexts } from "./rule.texts.ts";
import { RuleList } from "./rule-list.tsx";
import classes from "./rules.module.css";
import { SwitchFiltered, TriggerActions } from "./trigger-actions.tsx";
import { triggerColumns } from "./triggers-columns.tsx";

const loadEdit = async () => (await import("./trigger-dialogs.tsx")).EditTrigger;
const loadRule = async () => (await import("./rule-dialog.tsx")).RuleDialog;

/** Most visits open no dialog. */
const useDialog = <Open, Dialog>(load: () => Promise<Dialog>) => {
  const [open, setOpen] = useState<Open>();
  const [isLikely, setLikely] = useState(false);
  const close = () => setOpen(undefined);
  const onFailure = (error: unknown) => {
    close();
    toast.failure(error);
  };
  const Dialog = useLazy(load, { early: isLikely, needed: open !== undefined, onFailure });
  return { Dialog, open, setOpen, close, expect: () => setLikely(true) };
};

/** The alert rules of a user in words, and the triggers of the user, or of everybody for company admins. */
export const AlertRulesPage = () => {
  const list = useListState(triggerList);
  const who = useSessionUser();
  const [person, setPerson] = useState(who.id);
  const trigger = useDialog<Trigger, Awaited<ReturnType<typeof loadEdit>>>(loadEdit);
  const rule = useDialog<{ readonly edited?: AlertRule }, Awaited<ReturnType<typeof loadRule>>>(loadRule);
  const create = () => rule.setOpen({});
  usePageAction(texts.create, create);
  const table = useRef<HTMLHeadingElement>(null);
  const openSites = (user: RulesOfUser["user"], alike: SiteRule) => {
    const { rule, frequency } = alike;
    list.change({
      ...{ username_is: user.username, rule: [rule], frequency: [frequency] },
      value_is: shownValue({ ...alike, range_value: alike.range_value.toSorted() })?.toString() || undefined,
    });
    table.current?.focus();
    table.current?.scrollIntoView();
  };
  return (
    <Page
      title={texts.title}
      breadcrumbs={breadcrumbs([{ to: "/alerts", label: alertTexts.title }], texts.title)}
      actions={
        <Button
          leftSection={<IconPlus size={16} aria-hidden />}
          onPointerEnter={rule.expect}
          onFocus={rule.expect}
          onClick={create}
        >
          {texts.create}
        </Button>
      }
    >
      <RuleList
        person={person}
        setPerson={setPerson}
        onEdit={(edited) => rule.setOpen({ edited })}
        onOpenSites={openSites}
      />
      <h2 className={classes.table} ref={table} tabIndex={-1}>
        {ruleTexts.table}
      </h2>
      <ResourceTable
        list={list}
        noun={texts.noun}
        searched={texts.searched}
        messages={{ failed: FETCH_FAILED, searchFailed: FETCH_FAILED }}
        columns={triggerColumns}
        rowKey={({ id }) => id}
        tools={<SwitchFiltered state={list.state} />}
        actions={(row: Trigger) => <TriggerActions trigger={row} onEdit={() => trigger.setOpen(row)} />}
        maxActions={2}
        open={trigger.setOpen}
        emptyHint={texts.empty}
      />
      {trigger.Dialog && trigger.open && <trigger.Dialog trigger={trigger.open} onClose={trigger.close} />}
      {rule.Dialog && rule.open && (
        <rule.Dialog rule={rule.open.edited} user={person} onClose={rule.close} onSaved={setPerson} />
      )}
    </Page>
  );
};
