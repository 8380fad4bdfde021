import { Button } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import type { Home } from "@mcc/contract/home/home.schema.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { IconBuildingFactory2 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { formatMoment } from "../../platform/page/format.ts";
import { Page } from "../../platform/page/page.tsx";
import { TextLink } from "../../platform/page/text-link.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { AttentionCard, LateCard } from "./attention-card.tsx";
import { FirstSteps } from "./first-steps.tsx";
import classes from "./home.module.css";
import { homeTexts as texts } from "./home.texts.ts";
import { LastFive, NoData, Nothing } from "./last-five.tsx";
import { inRange, type TimeRange } from "./range.ts";
import { RangeSlider } from "./range-slider.tsx";
import { SpendCard } from "./spend-card.tsx";
import { CountTiles, useAlertSearch } from "./tiles.tsx";
import { type HomeQuery, useHome } from "./use-home.ts";
import { useRange } from "./use-range.ts";

interface HomeParts {
  /** The orders that need the user's approval. */
  readonly needsUser: (orders: NonNullable<Home["needs_user"]>) => ReactNode;
  readonly orderTable: (table: {
    readonly label: string;
    readonly rows: readonly OrderRow[] | undefined;
    readonly empty: ReactNode;
  }) => ReactNode;
  /** For a company without any orders. */
  readonly noOrders: ReactNode;
}

/** Without sites there is nothing to see, now or later. */
const NoSites = () => {
  const isAdmin = can(useSessionUser(), "company-admin");
  return (
    <EmptyState
      icon={<IconBuildingFactory2 size={28} stroke={1.5} />}
      action={
        isAdmin && (
          <Button variant="default" renderRoot={(props) => <Link {...props} to="/sites" />}>
            {texts.createSite}
          </Button>
        )
      }
    >
      {isAdmin ? texts.noSitesAtAll : texts.noSites}
    </EmptyState>
  );
};

type LastProps = { readonly home: HomeQuery; readonly range: TimeRange };

const LastOrders = ({
  home: { data, isError, isPlaceholderData, refetch },
  range,
  orderTable,
  noOrders,
}: LastProps & Omit<HomeParts, "needsUser">) => (
  <LastFive
    noun={texts.ofOrders}
    all={<TextLink to="/orders">{texts.allOrders}</TextLink>}
    stale={isPlaceholderData}
  >
    {isError && !data ? (
      <NoData retry={refetch} />
    ) : (
      orderTable({
        label: texts.newestOrders,
        rows: data?.orders.results,
        empty: <Nothing action={range.days === undefined && noOrders}>No orders {inRange(range)}</Nothing>,
      })
    )}
  </LastFive>
);

const alertColumns = [
  {
    label: texts.content,
    cell: ({ content }: { content: string }) => <span className={classes.content}>{content}</span>,
  },
  {
    label: texts.created,
    cell: ({ created }: { created: string }) => formatMoment(created),
  },
];

const LastAlerts = ({ home: { data, isError, isPlaceholderData, refetch }, range }: LastProps) => (
  <LastFive
    noun={texts.ofAlerts}
    all={
      <TextLink to="/alerts" search={useAlertSearch()}>
        {texts.allAlerts}
      </TextLink>
    }
    stale={isPlaceholderData}
  >
    {isError && !data ? (
      <NoData retry={refetch} />
    ) : (
      <PlainTable
        label={texts.newestAlerts}
        columns={alertColumns}
        rows={data?.alerts.results}
        rowKey={({ id }) => id}
        empty={<Nothing>No alerts {inRange(range)}</Nothing>}
        inCard
      />
    )}
  </LastFive>
);

/** What matters to a user of a company when they open the product: first what needs them, then the figures. */
export const HomePage = ({ needsUser, ...orderParts }: HomeParts) => {
  const [range, choose] = useRange();
  const home = useHome(range);
  const isAdmin = can(useSessionUser(), "company-admin");
  const late = home.data?.late_orders ?? null;
  const steps = home.data?.first_steps;
  const hasNoOrders = steps?.some(({ step, is_done }) => step === "orders" && !is_done) === true;
  return (
    <Page section={texts.section} title={texts.home}>
      <div className={classes.home}>
        {isAdmin && !(home.isError && !home.data) && (
          <AttentionCard attention={home.data?.attention ?? undefined} late={late} />
        )}
        {!isAdmin && late && <LateCard late={late} />}
        {steps && <FirstSteps steps={steps} />}
        {home.data?.needs_user && needsUser(home.data.needs_user)}
        <CountTiles home={home} range={range} />
        {home.data?.sites === 0 && !steps && <NoSites />}
        <RangeSlider range={range} choose={choose} />
        {!hasNoOrders && <SpendCard home={home} range={range} />}
        <div className={classes.tables}>
          <LastOrders home={home} range={range} {...orderParts} />
          <LastAlerts home={home} range={range} />
        </div>
      </div>
    </Page>
  );
};
