import { Button, Text } from "@mantine/core";
import { delegations } from "@mcc/contract/delegations/delegations.api.ts";
import { IconBeach } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { formatMoment } from "../../platform/page/format.ts";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { mayBeAway } from "./away.ts";
import { delegationTexts as texts } from "./delegations.texts.ts";

/** Those that hold or are planned come first. */
const FEW = "20";

/** Who decides for the signed-in user, now or soon. */
const useOwnDelegation = (id: number) => {
  const { data } = useQuery(queryFor(delegations, { query: { user: String(id), limit: FEW } }));
  const own = data?.results.filter(({ principal, state }) => principal.id === id && state !== "ended");
  return own?.find(({ state }) => state === "active") ?? own?.[0];
};

/** Of the user menu: opens the dialog that names a deputy, and says who decides already. */
export const AwayButton = ({ onClick }: { onClick: () => void }) => {
  const who = useSessionUser();
  return mayBeAway(who) ? <Away id={who.id} onClick={onClick} /> : null;
};

const Away = ({ id, onClick }: { id: number; onClick: () => void }) => {
  const current = useOwnDelegation(id);
  return (
    <>
      {current && (
        <Text size="xs" c="dimmed">
          {current.state === "active"
            ? texts.awayUntil(current.deputy.name, formatMoment(current.ends_at))
            : texts.awayFrom(current.deputy.name, formatMoment(current.starts_at))}
        </Text>
      )}
      <Button variant="default" size="xs" leftSection={<IconBeach size={14} aria-hidden />} onClick={onClick}>
        {texts.away}
      </Button>
    </>
  );
};
