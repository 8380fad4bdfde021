import { companyDeliveryList } from "@mcc/contract/events/events.api.ts";
import type { RowColumns } from "../../platform/lists/columns/row-columns.ts";
import { WITHOUT_STREAM_MS } from "../../platform/lists/list-page.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { eventTexts, companyEventTexts as texts } from "./events.texts.ts";

const columns: RowColumns<typeof companyDeliveryList> = {
  type: { identifies: true },
  state: {
    value: ({ state }) => eventTexts.states[state],
    tones: { Delivered: "good", Waiting: "info", Failed: "bad" },
  },
  attempts: { card: "detail" },
  last_status: { cell: ({ last_status }) => last_status, card: "detail" },
  created_at: {},
  delivered_at: { card: "none" },
  next_try_at: { card: "none" },
  last_error: { width: [140, 420], card: "detail" },
};

/** For company admins: what the provider's systems were sent, and what they did not receive. */
export const CompanyDeliveriesPage = () => (
  <Page
    title={texts.title}
    breadcrumbs={breadcrumbs([{ to: "/configuration", label: texts.configuration }], texts.title)}
  >
    <p>{texts.hint}</p>
    <ResourceTable
      list={useListState(companyDeliveryList)}
      noun={texts.noun}
      searched={texts.searched}
      columns={columns}
      rowKey={({ id }) => id}
      refreshEvery={WITHOUT_STREAM_MS}
      emptyHint={texts.empty}
    />
  </Page>
);
