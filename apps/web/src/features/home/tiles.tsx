import { Skeleton } from "@mantine/core";
import { can } from "@mcc/contract/access/permissions.ts";
import type { Home } from "@mcc/contract/home/home.schema.ts";
import {
  type Icon,
  IconAlertTriangle,
  IconBell,
  IconBuildingFactory2,
  IconChecklist,
  IconReceipt,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { differenceText } from "../../platform/page/difference.ts";
import { TileLink } from "../../platform/page/tile-link.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { usePending, useSiteCount } from "./dashboard-queries.ts";
import classes from "./home.module.css";
import { homeTexts as texts } from "./home.texts.ts";

/** What a query has told so far: a count, that it failed, or nothing yet. */
export interface Counted {
  readonly data?: { readonly count: number; readonly count_is_capped?: boolean | undefined } | undefined;
  readonly isError: boolean;
  readonly isPlaceholderData?: boolean;
}

/** A count that could not be fetched is no data; that there are none would be wrong. */
const Count = ({ data, isError, isPlaceholderData }: Counted) => {
  if (data)
    return (
      <span className={classes.count} data-stale={isPlaceholderData || undefined}>
        {data.count.toLocaleString("en-US")}
        {data.count_is_capped && "+"}
      </span>
    );
  return isError ? (
    <span className={classes.noCount}>{texts.noData}</span>
  ) : (
    <Skeleton component="span" display="block" height={20} width={48} my={6} />
  );
};

/** A count that has more than it says cannot be compared. */
const Compared = ({ counted: { data }, before, period }: ComparedProps) =>
  data && !data.count_is_capped && before != null && period ? (
    <span className={classes.difference}>{differenceText(data.count, before, period)}</span>
  ) : null;

interface ComparedProps {
  readonly counted: Counted;
  /** The count of the period before, if there is one. */
  readonly before?: number | null | undefined;
  readonly period?: string | undefined;
}

/** The alerts that home counts and shows: those of everyone for company admins, who see their own first elsewhere. */
export const useAlertSearch = () =>
  can(useSessionUser(), "company-admin") ? ({ entries: "everyone" } as const) : {};

interface TileProps {
  readonly to: "/sites" | "/pending-approvals" | "/orders" | "/alerts";
  readonly search?: ReturnType<typeof useAlertSearch>;
  readonly title: string;
  readonly icon: Icon;
  readonly counted: Counted;
  readonly before?: number | null | undefined;
  readonly period?: string | undefined;
  readonly children?: ReactNode;
}

const Tile = ({ to, search = {}, title, icon: Picture, counted, before, period, children }: TileProps) => (
  <TileLink to={to} search={search} title={title} icon={<Picture size={20} stroke={1.6} />}>
    <span className={classes.counted}>
      <Count {...counted} />
      {children}
    </span>
    <Compared {...{ counted, before, period }} />
  </TileLink>
);

const PendingTile = () => {
  const { enabled, all, needsUser } = usePending();
  if (!enabled) return null;
  return (
    <Tile to="/pending-approvals" title={texts.pending} icon={IconChecklist} counted={all}>
      {needsUser && (
        <IconAlertTriangle className={classes.warning} size={20} role="img" aria-label={texts.needYou} />
      )}
    </Tile>
  );
};

interface CountTilesProps {
  readonly orders: Counted;
  readonly alerts: Counted;
  readonly home: Pick<Home, "orders_before" | "alerts_before"> | undefined;
  /** The period before, in words. */
  readonly period: string | undefined;
}

/** In the order of HOME-001. */
export const CountTiles = ({ orders, alerts, home, period }: CountTilesProps) => (
  <div className={classes.tiles}>
    <Tile to="/sites" title={texts.sites} icon={IconBuildingFactory2} counted={useSiteCount()} />
    <PendingTile />
    <Tile
      to="/orders"
      title={texts.orders}
      icon={IconReceipt}
      counted={orders}
      before={home?.orders_before}
      period={period}
    />
    <Tile
      to="/alerts"
      search={useAlertSearch()}
      title={texts.alerts}
      icon={IconBell}
      counted={alerts}
      before={home?.alerts_before}
      period={period}
    />
  </div>
);
