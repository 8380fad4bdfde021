import { SegmentedControl, Select, Switch } from "@mantine/core";
import { displayName } from "@mcc/contract/access/session.ts";
import type { ApprovalRuleRow } from "@mcc/contract/approvals/rules.schema.ts";
import { EVERYTHING } from "@mcc/contract/kit/list.ts";
import { roles as rolesEndpoint } from "@mcc/contract/roles/roles.api.ts";
import { liteUsers } from "@mcc/contract/users/users.api.ts";
import { WholeNumberField } from "@mcc/ui/fields.tsx";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import type { AppForm } from "../../platform/records/form.ts";
import { PlacesField } from "./places-field.tsx";
import classes from "./rule-fields.module.css";
import { type RuleValues, switched } from "./rule-form.schema.ts";
import { ruleTexts as texts } from "./rules.texts.ts";

type RuleForm = AppForm<RuleValues>;
const limit = String(EVERYTHING);
/** More options than anybody reads; typing narrows them. */
const MOST_OPTIONS = 100;

const named = (holder: { readonly id: number; readonly name: string } | null | undefined) =>
  holder ? [{ value: String(holder.id), label: holder.name }] : undefined;

/** Whom a rule names is chosen once; afterwards it is only told. */
const lookOf = (fixed: ApprovalRuleRow | undefined) => ({
  required: !fixed,
  disabled: fixed !== undefined,
  rightSection: fixed && <span />,
  classNames: { input: classes.holder ?? "" },
});

const RoleField = ({ form, fixed }: { form: RuleForm; fixed?: ApprovalRuleRow }) => {
  const { data } = useQuery({
    ...queryFor(rolesEndpoint, { query: { order_by: "name", limit } }),
    enabled: !fixed,
  });
  const options = data?.results.map(({ id, name, has_approval_rule }) => ({
    value: String(id),
    label: name,
    disabled: has_approval_rule,
  }));
  return (
    <Select
      label={texts.role}
      {...lookOf(fixed)}
      searchable
      openOnFocus={false}
      data={named(fixed?.role) ?? options ?? []}
      limit={MOST_OPTIONS}
      nothingFoundMessage={texts.noMatch}
      renderOption={({ option }) => (
        <span className={classes.option}>
          {option.label}
          {option.disabled && <span className={classes.quiet}>{texts.hasRule}</span>}
        </span>
      )}
      {...form.field("role")}
    />
  );
};

const UserField = ({ form, fixed }: { form: RuleForm; fixed?: ApprovalRuleRow }) => {
  const { data } = useQuery({
    ...queryFor(liteUsers, { query: { liteVersion: "true", limit } }),
    enabled: !fixed,
  });
  const options = data?.results.map((user) => ({
    value: String(user.id),
    label: `${displayName(user)} (${user.username})`,
  }));
  const { onChange, ...field } = form.field("user");
  return (
    <Select
      label={texts.user}
      {...lookOf(fixed)}
      searchable
      openOnFocus={false}
      data={named(fixed?.user) ?? options ?? []}
      limit={MOST_OPTIONS}
      nothingFoundMessage={texts.noMatch}
      {...field}
      onChange={(user) => {
        onChange(user);
        // Somebody else may choose among other places.
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
    // Whatever is wrong with 0 or -1 is that another rule has it.
    error: form.values[which] && error ? texts.limitTaken : undefined,
  });
  return (
    <>
      <WholeNumberField
        label={texts.limit}
        required={!fixed}
        disabled={fixed}
        leftSection="$"
        {...field}
        error={fixed ? undefined : error}
      />
      <Switch label={texts.everyOrder} description={texts.everyOrderHint} {...turn("everyOrder")} />
      <Switch label={texts.blanket} description={texts.blanketHint} {...turn("blanket")} />
    </>
  );
};

interface RuleFieldsProps {
  readonly form: RuleForm;
  /** A rule that exists: whom it names cannot be changed. */
  readonly rule?: ApprovalRuleRow;
}

/** Whom a rule names, where, and from which total on. */
export const RuleFields = ({ form, rule }: RuleFieldsProps) => {
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
        <RoleField form={form} fixed={rule} />
      ) : (
        <>
          <UserField form={form} fixed={rule} />
          {user !== null && <PlacesField key={user} form={form} userId={user} />}
        </>
      )}
      <LimitField form={form} />
    </>
  );
};
