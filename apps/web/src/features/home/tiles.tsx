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
import classes from "./home.module.css";
import { homeTexts as texts } from "./home.texts.ts";
import { beforeRange, momentsOf, type TimeRange } from "./range.ts";
import type { HomeQuery } from "./use-home.ts";

/** What the request has told so far: a count, that it failed, or nothing yet. */
interface Counted {
  readonly data: Pick<Home["orders"], "count" | "count_is_capped"> | undefined;
  readonly isError: boolean;
  readonly isPlaceholderData: boolean;
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

/** A count that has more than it says cannot be compared; none, as before, is no news. */
const Compared = ({ counted: { data }, before, period }: ComparedProps) =>
  data && !data.count_is_capped && before != null && period && (data.count > 0 || before > 0) ? (
    <span className={classes.difference}>{differenceText(data.count, before, period)}</span>
  ) : null;

interface ComparedProps {
  readonly counted: Counted;
  /** The count of the period before, if there is one. */
  readonly before?: number | null | undefined;
  readonly period?: string | undefined;
}

/** The alerts that home counts and shows: those of everyone for company admins, who see their own first elsewhere. */
export const useAlertSearch = (): Readonly<Record<string, string>> =>
  can(useSessionUser(), "company-admin") ? { entries: "everyone" } : {};

interface TileProps {
  readonly to: "/sites" | "/pending-approvals" | "/orders" | "/alerts";
  readonly search?: Readonly<Record<string, string>>;
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

interface CountTilesProps {
  readonly home: HomeQuery;
  readonly range: TimeRange;
}

/** In the order of HOME-001. Each leads to what it counts. */
export const CountTiles = ({ home: { data, ...state }, range }: CountTilesProps) => {
  const who = useSessionUser();
  const window = momentsOf(range, Date.now());
  const period = beforeRange(range);
  const alertSearch = useAlertSearch();
  const ofAll = (count: number | null | undefined): Counted => ({
    ...state,
    data: count == null ? undefined : { count },
    isPlaceholderData: false,
  });
  return (
    <div className={classes.tiles}>
      <Tile to="/sites" title={texts.sites} icon={IconBuildingFactory2} counted={ofAll(data?.sites)} />
      {who.is_approver && can(who, "approval:list") && (
        <Tile
          to="/pending-approvals"
          title={texts.pending}
          icon={IconChecklist}
          counted={ofAll(data?.pending)}
        >
          {data?.needs_user && data.needs_user.count > 0 && (
            <IconAlertTriangle className={classes.warning} size={20} role="img" aria-label={texts.needYou} />
          )}
        </Tile>
      )}
      <Tile
        to="/orders"
        search={window && { orderDate_after: window.after, orderDate_before: window.before }}
        title={texts.orders}
        icon={IconReceipt}
        counted={{ ...state, data: data?.orders }}
        before={data?.orders_before}
        period={period}
      />
      <Tile
        to="/alerts"
        search={{
          ...alertSearch,
          ...(window && { created_after: window.after, created_before: window.before }),
        }}
        title={texts.alerts}
        icon={IconBell}
        counted={{ ...state, data: data?.alerts }}
        before={data?.alerts_before}
        period={period}
      />
    </div>
  );
};
