import { Alert, Skeleton, Switch, UnstyledButton } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import { displayName } from "@mcc/contract/access/session.ts";
import {
  deleteAlertRule,
  rulesOfUser,
  switchSiteRule,
  updateAlertRule,
} from "@mcc/contract/alerts/alert-rules.api.ts";
import type { AlertRule, RulesOfUser, SiteRule } from "@mcc/contract/alerts/alert-rules.schema.ts";
import { placeWords, ruleInWords } from "@mcc/contract/alerts/alert-rules.texts.ts";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { Card } from "@mcc/ui/content/card.tsx";
import { IconPencil } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call, queryFor } from "../../../platform/api/call.ts";
import { runAction, useIsRunning } from "../../../platform/records/action.ts";
import { confirmDelete } from "../../../platform/records/confirm-delete.ts";
import { AsyncSelect } from "../../../platform/records/fields/async-select.tsx";
import { LoadFailed } from "../../../platform/records/load-failed.tsx";
import { deleteEntry } from "../../../platform/records/record-actions.tsx";
import { RowMenu } from "../../../platform/records/row-menu.tsx";
import { useSessionUser } from "../../../platform/session/session-user.ts";
import { FETCH_FAILED, triggerTexts } from "../alerts.texts.ts";
import { refreshAlerts } from "../refresh-alerts.ts";
import { ruleTexts as texts } from "./rule.texts.ts";
import classes from "./rules.module.css";

const namesOf = ({ sites }: AlertRule) => sites.map(({ name }) => name);
const wordsOf = (rule: AlertRule): string =>
  ruleInWords(rule, placeWords(rule.all_sites ? "all" : namesOf(rule)));

const saving = { failure: triggerTexts.updateFailed, invalidate: refreshAlerts } as const;

const RuleSwitch = ({ rule, words }: { rule: AlertRule; words: string }) => {
  const { id, enabled } = rule;
  const key = [updateAlertRule.path, id] as const;
  const checked = useIsRunning(key) ? !enabled : enabled;
  const turn = () =>
    runAction({
      ...saving,
      key,
      send: () => call(updateAlertRule, { params: { id }, body: { enabled: !enabled } }),
      success: triggerTexts.updated,
    });
  return <Switch size="sm" aria-label={texts.on(words)} checked={checked} onChange={() => void turn()} />;
};

const askToDelete = ({ id }: AlertRule, words: string): Promise<void> =>
  confirmDelete({
    key: [deleteAlertRule.path, id],
    title: texts.deleteTitle,
    question: texts.deleteQuestion(words),
    confirm: texts.delete,
    send: () => call(deleteAlertRule, { params: { id } }),
    success: triggerTexts.deleted,
    failure: texts.deleteFailed,
    invalidate: refreshAlerts,
  });

const icon = { size: 18, stroke: 1.6, "aria-hidden": true } as const;

const OwnRule = ({ rule, onEdit }: { rule: AlertRule; onEdit: () => void }) => {
  const words = wordsOf(rule);
  const names = namesOf(rule).join(", ");
  const isNowhere = !rule.all_sites && rule.sites.length === 0;
  return (
    <li className={classes.rule} data-off={!rule.enabled || undefined}>
      <RuleSwitch rule={rule} words={words} />
      <span className={classes.words}>
        {words}
        {isNowhere && <span className={classes.detail}>{texts.noSites}</span>}
        {!words.includes(names) && <span className={classes.detail}>{names}</span>}
      </span>
      <IconAction label={texts.edit} about={words} icon={<IconPencil {...icon} />} onClick={onEdit} />
      <RowMenu about={words} actions={[deleteEntry(() => void askToDelete(rule, words))]} />
    </li>
  );
};

interface SiteRuleProps {
  readonly user: RulesOfUser["user"];
  readonly rule: SiteRule;
  /** Shows its triggers in the table. */
  readonly onOpen: () => void;
}

/** The triggers of a user that are alike, as one: the switch turns all of them. */
const RuleOfSites = ({ user, rule, onOpen }: SiteRuleProps) => {
  const { rule: kind, frequency, value, range_value, sites, enabled } = rule;
  const words = ruleInWords(rule, placeWords(rule.site === null ? [] : [rule.site], sites));
  const key = [switchSiteRule.path, user.id, kind, frequency, value ?? 0, range_value.join()] as const;
  const isOn = enabled > 0;
  const checked = useIsRunning(key) ? !isOn : isOn;
  const turn = () =>
    runAction({
      ...saving,
      key,
      send: () =>
        call(switchSiteRule, {
          body: { user: user.id, rule: kind, frequency, value, range_value, enabled: !isOn },
        }),
      success: triggerTexts.allUpdated,
    });
  const state = isOn ? texts.onAt(enabled, sites) : texts.offAt(sites);
  return (
    <li className={classes.rule} data-off={!isOn || undefined}>
      <Switch size="sm" aria-label={texts.on(words)} checked={checked} onChange={() => void turn()} />
      <span className={classes.words}>
        {words}
        {sites > 1 && (
          <span className={classes.detail}>
            {state} ·{" "}
            <UnstyledButton className={classes.open} aria-label={texts.bySiteOf(words)} onClick={onOpen}>
              {texts.bySite}
            </UnstyledButton>
          </span>
        )}
      </span>
    </li>
  );
};

const PersonField = ({ person, onChange }: { person: number; onChange: (id: number) => void }) => (
  <AsyncSelect
    aria-label={texts.person}
    endpoint={userList.litePage}
    ask={{ query: { liteVersion: "true", limit: String(ALL_ROWS) } }}
    optionsOf={({ results }) =>
      results.map((user) => ({ value: String(user.id), label: `${displayName(user)} (${user.username})` }))
    }
    failed={FETCH_FAILED}
    allowDeselect={false}
    required={false}
    size="xs"
    className={classes.person}
    value={String(person)}
    onChange={(id) => id && onChange(Number(id))}
  />
);

interface RuleListProps {
  /** Whose rules. */
  readonly person: number;
  readonly setPerson: (id: number) => void;
  readonly onEdit: (rule: AlertRule) => void;
  readonly onOpenSites: (user: RulesOfUser["user"], rule: SiteRule) => void;
}

/** The rules of one user in words: those that someone made, and those that came with the sites of the user. */
export const RuleList = ({ person, setPerson, onEdit, onOpenSites }: RuleListProps) => {
  const who = useSessionUser();
  const isOwn = person === who.id;
  const { data, isError, isPlaceholderData, refetch } = useQuery({
    ...queryFor(rulesOfUser, { query: { user: person } }),
    placeholderData: keepPreviousData,
  });
  const name = data?.user.name ?? "";
  const picker = can(who, "company-admin") && <PersonField person={person} onChange={setPerson} />;
  return (
    <Card title={isOwn ? texts.own : texts.ofUser(name)} aside={picker || undefined} flush>
      {!data && isError && <LoadFailed retry={refetch}>{FETCH_FAILED}</LoadFailed>}
      {!data &&
        !isError &&
        [1, 2, 3].map((line) => <Skeleton key={line} height={14} m={16} width="60%" aria-hidden />)}
      {data && (
        <div aria-busy={isPlaceholderData}>
          {!data.alerts_enabled && (
            <Alert color="yellow" m={12}>
              {isOwn ? texts.alertsOff : texts.alertsOffFor(name)}
            </Alert>
          )}
          {data.rules.length === 0 ? (
            <p className={classes.none}>{isOwn ? texts.none : texts.noneOfUser(name)}</p>
          ) : (
            <ul className={classes.rules} aria-label={isOwn ? texts.own : texts.ofUser(name)}>
              {data.rules.map((rule) => (
                <OwnRule key={rule.id} rule={rule} onEdit={() => onEdit(rule)} />
              ))}
            </ul>
          )}
          {data.by_site.length > 0 && (
            <>
              <h3 className={classes.heading}>{texts.fromSites}</h3>
              <ul className={classes.rules} aria-label={texts.fromSites}>
                {data.by_site.map((rule) => (
                  <RuleOfSites
                    key={[rule.rule, rule.frequency, rule.value, rule.range_value].join()}
                    user={data.user}
                    rule={rule}
                    onOpen={() => onOpenSites(data.user, rule)}
                  />
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Card>
  );
};
