import { Loader } from "@mantine/core";
import { trackingNumbers } from "@mcc/contract/orders/orders.api.ts";
import { SHOWN_IN_ROW } from "@mcc/contract/orders/orders.rules.ts";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../../platform/api/call.ts";
import { CallError, GENERIC_FAILURE } from "../../../platform/api/call-error.ts";
import { FewInLine } from "../../../platform/lists/table/first-few.tsx";
import { openModal } from "../../../platform/state/globals.ts";
import { orderTexts as texts } from "../orders.texts.ts";
import classes from "./tracking-numbers.module.css";

/** All numbers in two columns; the first takes the rounded-up half. */
const AllNumbers = ({ identifier }: { identifier: string }) => {
  const { data, error } = useQuery(queryFor(trackingNumbers, { params: { identifier } }));
  if (error) return <p role="alert">{error instanceof CallError ? error.detail : GENERIC_FAILURE}</p>;
  if (!data) return <Loader size="sm" role="img" aria-label="Loading" />;
  const half = Math.ceil(data.results.length / 2);
  return (
    <div className={classes.halves}>
      {[data.results.slice(0, half), data.results.slice(half)].map((numbers, column) => (
        <ul key={column === 0 ? "first" : "second"} className={classes.all}>
          {numbers.map((number) => (
            <li key={number}>{number}</li>
          ))}
        </ul>
      ))}
    </div>
  );
};

type Tracked = Pick<OrderRow, "identifier" | "tracking_numbers" | "tracking_numbers_count">;

/** The first three numbers; the others are loaded when the user opens them. */
export const TrackingNumbers = ({ order }: { order: Tracked }) => {
  const { identifier, tracking_numbers, tracking_numbers_count: count } = order;
  const openAll = () =>
    openModal({
      title: `${texts.trackingNumbers}, ${identifier}`,
      content: <AllNumbers identifier={identifier} />,
      buttons: [{ label: texts.close }],
    });
  return (
    <FewInLine
      names={tracking_numbers.slice(0, SHOWN_IN_ROW)}
      printed={tracking_numbers.slice(SHOWN_IN_ROW)}
      count={count}
      noun="tracking numbers"
      of={identifier}
      onMore={openAll}
    />
  );
};
