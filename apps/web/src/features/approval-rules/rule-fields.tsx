import { SegmentedControl, Switch } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import { ruleMessages } from "@mcc/contract/approval-rules/approval-rules.messages.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approval-rules/approval-rules.schema.ts";
import { roles as rolesEndpoint } from "@mcc/contract/roles/roles.api.ts";
import { userList } from "@mcc/contract/users/users.api.ts";
import { WholeNumberField } from "@mcc/ui/forms/fields.tsx";
import { AsyncSelect } from "../../platform/records/fields/async-select.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { ruleTexts as texts } from "./approval-rules.texts.ts";
import { CoverageField } from "./coverage-field.tsx";
import classes from "./rule-fields.module.css";
import { type RuleValues, switched } from "./rule-form.schema.ts";
import { allRoles, allUsers } from "./rule-options.ts";

type RuleForm = AppForm<RuleValues>;

interface RuleFieldsProps {
  readonly form: RuleForm;
  /** An existing rule: its role or user cannot be changed. */
  readonly rule?: ApprovalRuleRow;
  /** The rules of a draft: they decide which roles and places are in use, not today's. */
  readonly draft?: readonly ApprovalRuleRow[];
}

/** A rule's role or user is chosen once and cannot be changed. */
const fixedOption = (holder: { readonly id: number; readonly name: string } | null | undefined) =>
  holder ? { value: String(holder.id), label: holder.name } : undefined;
const classNames = { input: classes.holder ?? "" };

const RoleField = ({ form, rule, draft }: RuleFieldsProps) => {
  const { onChange, ...field } = form.field("role");
  const { everyOrder, blanket, limit } = form.values;
  return (
    <AsyncSelect
      label={texts.role}
      classNames={classNames}
      endpoint={rolesEndpoint}
      ask={allRoles}
      optionsOf={({ results }) =>
        results.map(({ id, name, has_approval_rule }) => ({
          value: String(id),
          label: name,
          disabled: draft ? draft.some(({ role }) => role?.id === id) : has_approval_rule,
        }))
      }
      fixed={fixedOption(rule?.role)}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          {option.disabled && <span className={classes.quiet}>{texts.hasRule}</span>}
        </span>
      )}
      {...field}
      onChange={(role) => {
        onChange(role);
        // A switch says that the role of before has a rule.
        if (everyOrder || blanket) form.set({ limit });
      }}
    />
  );
};

const UserField = ({ form, rule }: RuleFieldsProps) => {
  const { onChange, ...field } = form.field("user");
  return (
    <AsyncSelect
      label={texts.user}
      classNames={classNames}
      endpoint={userList.litePage}
      ask={allUsers}
      optionsOf={({ results }) =>
        results.map((user) => ({
          value: String(user.id),
          label: `${displayName(user)} (${user.username})`,
        }))
      }
      fixed={fixedOption(rule?.user)}
      {...field}
      onChange={(user) => {
        onChange(user);
        // Another user has other sites and nodes.
        form.set({ sites: [], nodes: [] });
      }}
    />
  );
};

const LimitField = ({ form }: { form: RuleForm }) => {
  const { everyOrder, blanket, limit: typed } = form.values;
  const fixed = everyOrder || blanket;
  const { error, ...field } = form.field("limit");
  const turn = (which: "everyOrder" | "blanket") => ({
    checked: form.values[which],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      form.set({ ...switched(which, currentTarget.checked), limit: typed }),
    // The only possible error of 0 and -1 is that the role has a rule.
    "data-path": form.values[which] ? "limit" : undefined,
    error: form.values[which] && error ? ruleMessages.limitTaken : undefined,
  });
  return (
    <>
      <WholeNumberField
        label={texts.limit}
        required={!fixed}
        disabled={fixed}
        description={texts.wholeDollars}
        leftSection="$"
        {...field}
        // The switch decides; the typed number comes back when it is turned off.
        value={fixed ? "" : typed}
        error={fixed ? undefined : error}
      />
      <Switch label={texts.everyOrder} description={texts.everyOrderHint} {...turn("everyOrder")} />
      <Switch label={texts.blanket} description={texts.blanketHint} {...turn("blanket")} />
    </>
  );
};

/** The fields of a rule: its role or user, where it applies, and from which total. */
export const RuleFields = ({ form, rule, draft }: RuleFieldsProps) => {
  const { holder, user } = form.values;
  return (
    <>
      {!rule && (
        <SegmentedControl
          aria-label={texts.for}
          data={[
            { value: "role", label: texts.byRole },
            { value: "user", label: texts.byUser },
          ]}
          value={holder}
          onChange={(next) => form.set({ holder: next as RuleValues["holder"], role: null, user: null })}
        />
      )}
      {holder === "role" ? (
        <RoleField form={form} rule={rule} draft={draft} />
      ) : (
        <>
          <UserField form={form} rule={rule} />
          {user !== null && <CoverageField key={user} form={form} userId={user} draft={draft} />}
        </>
      )}
      <LimitField form={form} />
    </>
  );
};
