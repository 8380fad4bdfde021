import { Button, Text } from "@mantine/core";
import { delegations, endDelegation } from "@mcc/contract/delegations/delegations.api.ts";
import type { Delegation } from "@mcc/contract/delegations/delegations.schema.ts";
import { IconBeach, IconHome } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { call, queryFor } from "../../platform/api/call.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { runAction } from "../../platform/records/action.ts";
import { ActionButton } from "../../platform/records/action-button.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { mayBeAway } from "./away.ts";
import { delegationTexts as texts } from "./delegations.texts.ts";
import { refreshDelegations } from "./refresh-delegations.ts";

/** Those that hold or are planned come first. */
const FEW = "20";

/** Who decides for the signed-in user: now, and soon. */
const useOwnDelegations = (id: number) => {
  const { data } = useQuery(queryFor(delegations, { query: { user: String(id), limit: FEW } }));
  const own = (data?.results ?? []).filter(({ principal }) => principal.id === id);
  return {
    active: own.filter(({ state }) => state === "active"),
    planned: own.find(({ state }) => state === "planned"),
  };
};

/** Ends what holds now; what is planned stays. */
const comeBack = (active: readonly Delegation[]) =>
  runAction({
    key: [endDelegation.path, "own"],
    send: () => Promise.all(active.map(({ id }) => call(endDelegation, { params: { id } }))),
    success: texts.isBack,
    failure: texts.endFailed,
    invalidate: refreshDelegations,
  });

/** Of the user menu: opens the dialog that names a deputy, says who decides already, and ends that. */
export const AwayButton = ({ onClick }: { onClick: () => void }) => {
  const who = useSessionUser();
  return mayBeAway(who) ? <Away id={who.id} onClick={onClick} /> : null;
};

const Away = ({ id, onClick }: { id: number; onClick: () => void }) => {
  const { active, planned } = useOwnDelegations(id);
  const current = active[0];
  return (
    <>
      {(current || planned) && (
        <Text size="xs" c="dimmed">
          {current && texts.awayUntil(current.deputy.name, formatMoment(current.ends_at))}
          {!current && planned && texts.awayFrom(planned.deputy.name, formatMoment(planned.starts_at))}
        </Text>
      )}
      {current && (
        <ActionButton size="xs" icon={<IconHome size={14} aria-hidden />} action={() => comeBack(active)}>
          {texts.back}
        </ActionButton>
      )}
      <Button variant="default" size="xs" leftSection={<IconBeach size={14} aria-hidden />} onClick={onClick}>
        {texts.away}
      </Button>
    </>
  );
};
