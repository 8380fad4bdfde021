import { Skeleton } from "@mantine/core";
import type { LateOrders } from "@mcc/contract/analytics/approval-times.schema.ts";
import type { Attention } from "@mcc/contract/home/home.schema.ts";
import { PENDING } from "@mcc/contract/orders/orders.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { TextLink } from "../../platform/page/text-link.tsx";
import classes from "./attention.module.css";
import { attentionTexts as says, homeTexts as texts } from "./home.texts.ts";

const FLAG = "true";

/** The orders of a company admin: all that are pending, and which of them are stuck. */
const Pending = ({ pending, overdue, unassigned }: Attention) => (
  <>
    <TextLink to="/pending-approvals">{says.pending(pending)}</TextLink>
    {overdue > 0 && (
      <TextLink to="/pending-approvals" search={{ overdue: FLAG }} data-urgent>
        {says.overdue(overdue)}
      </TextLink>
    )}
    {unassigned > 0 && (
      <TextLink to="/pending-approvals" search={{ unassigned: FLAG }} data-urgent>
        {says.unassigned(unassigned)}
      </TextLink>
    )}
  </>
);

/** The orders themselves, and how long decisions take. */
const LateLinks = ({ late: { orders, usual, pending_since_before } }: { late: LateOrders }) => (
  <>
    <TextLink to="/orders" search={{ status: PENDING, pending_since_before }}>
      {says.late(orders)}
    </TextLink>
    <TextLink to="/analytics/approvals">{says.usual(usual.hours)}</TextLink>
  </>
);

/** For users with analytics who are no company admins. */
export const LateCard = ({ late }: { late: LateOrders }) => (
  <Card title={texts.attention}>
    <ul className={classes.entries}>
      <li className={classes.entry}>
        <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
        <LateLinks late={late} />
      </li>
    </ul>
  </Card>
);

/** Each leads to exactly the records that it counts; how long decisions take, to the approval times. */
const entriesOf = (
  attention: Attention,
  late: LateOrders | null,
): readonly (readonly [number, ReactNode])[] => {
  const { pending, never_signed_in, failed_imports, failing_deliveries, sites_without_approver, since } =
    attention;
  return [
    [pending, <Pending key="pending" {...attention} />],
    [late?.orders ?? 0, late && <LateLinks key="late" late={late} />],
    [
      sites_without_approver,
      <TextLink key="gaps" to="/sites" search={{ without_approver: FLAG }}>
        {says.sites_without_approver(sites_without_approver)}
      </TextLink>,
    ],
    [
      failing_deliveries,
      <TextLink
        key="deliveries"
        to="/configuration/event-deliveries"
        search={{ failing: FLAG, created_after: since }}
      >
        {says.failing_deliveries(failing_deliveries)}
      </TextLink>,
    ],
    [
      failed_imports,
      <TextLink
        key="imports"
        to="/configuration/uploads"
        search={{ has_failed_rows: FLAG, created_at_after: since }}
      >
        {says.failed_imports(failed_imports)}
      </TextLink>,
    ],
    [
      never_signed_in,
      <TextLink key="users" to="/users" search={{ never_signed_in: FLAG }}>
        {says.never_signed_in(never_signed_in)}
      </TextLink>,
    ],
  ];
};

interface AttentionProps {
  readonly attention: Attention | undefined;
  readonly late: LateOrders | null;
}

/** What is stuck, late, failing or uncovered in the company of an admin. */
export const AttentionCard = ({ attention, late }: AttentionProps) => {
  const entries = attention && entriesOf(attention, late).filter(([count]) => count > 0);
  return (
    <Card title={texts.attention}>
      {!entries && <Skeleton height={24} />}
      {entries?.length === 0 && (
        <p className={classes.nothing}>
          <IconCircleCheck size={20} stroke={1.6} aria-hidden />
          {texts.nothingToDo}
        </p>
      )}
      {entries && entries.length > 0 && (
        <ul className={classes.entries}>
          {entries.map(([, entry], at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the entries are in a fixed order
            <li key={at} className={classes.entry}>
              <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
              {entry}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};
