import { eventDeliveryList } from "@mcc/contract/events/events.api.ts";
import type { EventDelivery } from "@mcc/contract/events/events.schema.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { WITHOUT_STREAM_MS } from "../../platform/lists/list-page.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { deliveryTexts } from "../../platform/records/deliveries/delivery.texts.ts";
import { deliveryColumns } from "../../platform/records/deliveries/delivery-columns.ts";
import { ReplayButton } from "../../platform/records/deliveries/replay.tsx";
import { eventTexts as texts } from "./events.texts.ts";
import { replay } from "./replay-event.ts";

const columns: RowColumns<typeof eventDeliveryList> = {
  ...deliveryColumns,
  company: { value: ({ company }) => company.name, width: [130, 220], card: "site" },
  url: { width: [130, 320], card: "none" },
  event_id: { card: "none" },
};

const open = async (delivery: EventDelivery) => (await import("./event-delivery.tsx")).openDelivery(delivery);

/** For the platform: what was sent to the systems of every company, and what they responded. */
export const EventDeliveriesPage = () => (
  <Page section={texts.section} title={texts.title}>
    <ResourceTable
      list={useListState(eventDeliveryList)}
      noun={deliveryTexts.noun}
      searched={texts.searched}
      columns={columns}
      rowKey={({ id }) => id}
      refreshEvery={WITHOUT_STREAM_MS}
      open={(delivery) => void open(delivery)}
      actions={(delivery) => (
        <ReplayButton about={`${delivery.type}, ${delivery.company.name}`} onClick={() => replay(delivery)} />
      )}
      maxActions={1}
      emptyHint={texts.empty}
    />
  </Page>
);
