import { eventDeliveryList } from "@mcc/contract/events/events.api.ts";
import type { EventDelivery } from "@mcc/contract/events/events.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { IconRefresh } from "@tabler/icons-react";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { WITHOUT_STREAM_MS } from "../../platform/lists/list-page.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { eventTexts as texts } from "./events.texts.ts";
import { replay } from "./replay-event.ts";

const columns: RowColumns<typeof eventDeliveryList> = {
  type: { identifies: true },
  company: { value: ({ company }) => company.name, width: [130, 220], card: "site" },
  state: {
    value: ({ state }) => texts.states[state],
    tones: { Delivered: "good", Waiting: "info", Failed: "bad" },
  },
  attempts: { card: "detail" },
  last_status: { cell: ({ last_status }) => last_status, card: "detail" },
  created_at: {},
  delivered_at: { card: "none" },
  next_try_at: { card: "none" },
  last_error: { width: [140, 420], card: "detail" },
  url: { width: [130, 320], card: "none" },
  event_id: { card: "none" },
};

const open = async (delivery: EventDelivery) => (await import("./event-delivery.tsx")).openDelivery(delivery);

/** For the platform: what was sent to the systems of every company, and what they responded. */
export const EventDeliveriesPage = () => (
  <Page section={texts.section} title={texts.title}>
    <ResourceTable
      list={useListState(eventDeliveryList)}
      noun={texts.noun}
      searched={texts.searched}
      columns={columns}
      rowKey={({ id }) => id}
      refreshEvery={WITHOUT_STREAM_MS}
      open={(delivery) => void open(delivery)}
      actions={(delivery) => (
        <IconAction
          label={texts.replay}
          about={`${delivery.type}, ${delivery.company.name}`}
          icon={<IconRefresh size={18} stroke={1.6} aria-hidden />}
          onClick={() => void replay(delivery)}
        />
      )}
      maxActions={1}
      emptyHint={texts.empty}
    />
  </Page>
);
