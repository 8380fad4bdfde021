import type { DashboardChoices } from "@mcc/contract/analytics/dashboard.schema.ts";
import { SPENT_STATUSES } from "@mcc/contract/home/home.schema.ts";
import { failField } from "@mcc/contract/kit/errors.ts";
import { centsOf, divided, moneyOf } from "@mcc/contract/kit/money.ts";
import { oneOfMessage } from "@mcc/contract/kit/schema-messages.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import {
  byYear,
  type DashboardParts,
  daysFilter,
  lastMonths,
  listLink,
  MOST_BARS,
  monthChart,
  ORDERS,
  skippedDays,
  sumUp,
  TOTAL,
  yearBefore,
} from "./chart-parts.ts";
import { type Division, groupNames, placesBySpend, spendByMonth } from "./spend-by-place.queries.ts";

interface DivisionOption {
  readonly value: string;
  readonly label: string;
  readonly by: Division;
  /** The filter of orders by the name of one of its places. */
  readonly filter: string;
}

const SITE: DivisionOption = { value: "site", label: "Site", by: "site", filter: "site_name" };
/** A hierarchy replaces these fields of the sites by its groups. */
const FIELDS: readonly DivisionOption[] = [
  { value: "region", label: "Region", by: "region", filter: "site_region" },
  { value: "business_unit", label: "Business Unit", by: "business_unit", filter: "site_business_unit" },
];

const divisionsOf = async (scope: CompanyScope): Promise<readonly DivisionOption[]> => {
  if (!scope.who.company?.has_company_hierarchy) return [SITE, ...FIELDS];
  const groups = await groupNames(scope);
  const toOption = ({ id, name }: (typeof groups)[number]): DivisionOption => ({
    ...{ value: `group_${id}`, label: name, by: { group: id }, filter: `group_${id}` },
  });
  return [SITE, ...groups.map(toOption)];
};

const averageOf = ({ orders, total }: ReturnType<typeof sumUp>): string | null =>
  orders === 0 ? null : moneyOf(divided(centsOf(total), BigInt(orders)));

/** What was spent over the last 12 months: by month, and by site or another division. */
export const totalSpend = async (scope: CompanyScope, choices: DashboardChoices): Promise<DashboardParts> => {
  const divisions = await divisionsOf(scope);
  const chosen =
    divisions.find(({ value }) => value === (choices.by ?? SITE.value)) ??
    failField("by", oneOfMessage(divisions.map(({ value }) => value)));
  const months = lastMonths();
  const since = months[0]?.first ?? "";
  const places = await placesBySpend(scope, { by: chosen.by, since, most: MOST_BARS });
  const place = choices.place ? { by: chosen.by, name: choices.place } : undefined;
  const spent = await spendByMonth(scope, yearBefore(since), skippedDays(since), place);
  const filterOf = (name: string | undefined) => ({ [chosen.filter]: name });
  const years = byYear(spent, since, ({ month }) => month);
  const [all, allBefore] = [sumUp(years.now), sumUp(years.before)];
  const thisMonth = months.at(-1)?.first ?? "";
  const inMonth = (first: string) => sumUp(spent.filter(({ month }) => month === first));
  return {
    choices: [
      {
        key: "by",
        label: "Divide by",
        value: chosen.value,
        options: divisions.map(({ value, label }) => ({ value, label })),
      },
      {
        key: "place",
        label: chosen.label,
        value: choices.place ?? "",
        options: [{ value: "", label: "All" }, ...places.map(({ name }) => ({ value: name, label: name }))],
      },
    ],
    facts: [
      { label: "Spend, last 12 months", kind: "money", value: all.total, before: allBefore.total },
      { label: "Orders", kind: "count", value: all.orders, before: allBefore.orders },
      { label: "Average order", kind: "money", value: averageOf(all), before: averageOf(allBefore) },
      {
        label: "Spend, this month",
        kind: "money",
        value: inMonth(thisMonth).total,
        before: inMonth(yearBefore(thisMonth)).total,
      },
    ],
    charts: [
      monthChart(
        {
          title: place ? `Spend by month: ${place.name}` : "Spend by month",
          hint: "Approved orders, without canceled and rejected ones, by their order date in UTC.",
          measures: [TOTAL, ORDERS],
        },
        months,
        ({ first, last }) => {
          const { orders, total } = inMonth(first);
          const filters = { status: SPENT_STATUSES, ...daysFilter(first, last), ...filterOf(place?.name) };
          const before = inMonth(yearBefore(first)).total;
          return { values: [total, orders], before, link: listLink("/orders", filters) };
        },
      ),
      {
        title: `Spend by ${chosen.label.toLowerCase()}`,
        hint: places.length === MOST_BARS ? `The ${MOST_BARS} with the most spend.` : null,
        form: "rows",
        category: chosen.label,
        measures: [TOTAL, ORDERS],
        bars: places.map(({ name, orders, total }) => ({
          label: name,
          values: [total, orders],
          link: listLink("/orders", { status: SPENT_STATUSES, ...daysFilter(since), ...filterOf(name) }),
        })),
      },
    ],
  };
};
