import { Loader, Select, Text } from "@mantine/core";
import { approvalNodes } from "@mcc/contract/approval-rules/approval-rules.api.ts";
import { stepReason } from "@mcc/contract/approval-steps/approval-steps.messages.ts";
import { Amount } from "@mcc/contract/kit/money.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryFor } from "../../platform/api/call.ts";
import { listTexts } from "../../platform/lists/list.texts.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { blanketText, ruleTexts as texts } from "./approval-rules.texts.ts";
import classes from "./rule-preview.module.css";
import { neededAt, type TriedOrder, triedSites } from "./rule-preview.ts";
import { useRules } from "./use-rules.ts";

const Steps = ({ order }: { order: TriedOrder }) => {
  const { rules } = useRules();
  if (!rules) return <Loader size="sm" role="img" aria-label={texts.loading} />;
  const { steps, blanket } = neededAt(rules, order);
  if (steps.length === 0) return <Text>{texts.noSteps}</Text>;
  return (
    <>
      <ol className={classes.steps}>
        {steps.map(({ ruleId, holder, limit }) => (
          <li key={ruleId}>
            {holder.name}
            <Text size="xs" c="dimmed">
              {stepReason(limit)}
            </Text>
          </li>
        ))}
      </ol>
      {blanket.length > 0 && <Text size="sm">{blanketText(blanket)}</Text>}
    </>
  );
};

/** The approvals that an order of a total at a site would need, computed like those of a new order. */
export const RulePreview = () => {
  const userId = useSessionUser().id;
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: nodes } = useQuery(queryFor(approvalNodes, { params: { userId: String(userId) } }));
  const sites = triedSites(nodes ?? []);
  const amount = Amount.safeParse(typed.replaceAll(",", "").replace(/^\$/, "").trim());
  const place = sites.find(({ siteId }) => String(siteId) === chosen) ?? sites[0];
  return (
    <div className={classes.form}>
      <Text size="sm" c="dimmed">
        {texts.tryTotalHint}
      </Text>
      <div className={classes.fields}>
        <TextField
          label={texts.orderTotal}
          inputMode="decimal"
          leftSection="$"
          data-autofocus
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          error={typed !== "" && !amount.success ? texts.notAmount : undefined}
        />
        <Select
          label={texts.site}
          searchable
          allowDeselect={false}
          data={sites.map(({ siteId, name }) => ({ value: String(siteId), label: name }))}
          limit={100}
          nothingFoundMessage={listTexts.noMatch}
          value={place ? String(place.siteId) : null}
          onChange={setChosen}
        />
      </div>
      <div role="status">{amount.success && place && <Steps order={{ ...place, total: amount.data }} />}</div>
    </div>
  );
};
