import { Button, UnstyledButton } from "@mantine/core";
import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { Tag } from "@mcc/ui/content/tag.tsx";
import { IconFilter, IconX } from "@tabler/icons-react";
import { type ChangeList, useListState } from "../../../platform/lists/list-state.ts";
import { pendingCountText, approvalTexts as texts } from "../decisions.texts.ts";
import { useRequiresApprovalCount } from "../use-requires-approval-count.ts";
import classes from "./needs-you-filter.module.css";

const icon = { size: 14, "aria-hidden": true } as const;

/** How many orders need the user's approval. Pressed, the list has only these. */
export const NeedsYouFilter = () => {
  const waiting = useRequiresApprovalCount();
  const { state, change } = useListState(pendingList);
  const active = state.requires_my_approval === true;
  if (waiting === 0 && !active) return null;
  return (
    <UnstyledButton
      className={classes.filter}
      aria-pressed={active}
      onClick={() => change({ requires_my_approval: active ? undefined : "true" })}
    >
      <Tag tone="warn">{waiting === 0 ? texts.noneNeedYou : pendingCountText(waiting)}</Tag>
      {active ? <IconX {...icon} /> : <IconFilter {...icon} />}
    </UnstyledButton>
  );
};

/** Pressed, the list has only the orders with a question that waits for an answer. */
export const QuestionFilter = () => {
  const { state, change } = useListState(pendingList);
  const active = state.waiting_for_answer === true;
  return (
    <UnstyledButton
      className={classes.filter}
      aria-pressed={active}
      onClick={() => change({ waiting_for_answer: active ? undefined : "true" })}
    >
      <Tag tone="info">{texts.waitingForAnswer}</Tag>
      {active ? <IconX {...icon} /> : <IconFilter {...icon} />}
    </UnstyledButton>
  );
};

/** For the list that is empty because of the filters. */
export const NoneNeedYou = ({ change }: { change: ChangeList }) => (
  <Button
    variant="default"
    onClick={() => change({ requires_my_approval: undefined, waiting_for_answer: undefined })}
  >
    {texts.showAllPending}
  </Button>
);
