import { Text } from "@mantine/core";
import { companyDeliveryList } from "@mcc/contract/events/events.api.ts";
import { WITHOUT_STREAM_MS } from "../../platform/lists/list-page.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { ResourceTable } from "../../platform/lists/resource-table.tsx";
import { Page } from "../../platform/page/page.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { deliveryTexts } from "../../platform/records/deliveries/delivery.texts.ts";
import { deliveryColumns } from "../../platform/records/deliveries/delivery-columns.ts";
import { companyEventTexts as texts } from "./events.texts.ts";

/** For company admins: what the provider's systems were sent, and what they did not receive. */
export const CompanyDeliveriesPage = () => (
  <Page title={texts.title} breadcrumbs={breadcrumbs([CONFIGURATION], texts.title)}>
    <Text c="dimmed" mb="md">
      {texts.hint}
    </Text>
    <ResourceTable
      list={useListState(companyDeliveryList)}
      noun={deliveryTexts.noun}
      searched={texts.searched}
      columns={deliveryColumns}
      rowKey={({ id }) => id}
      refreshEvery={WITHOUT_STREAM_MS}
      emptyHint={texts.empty}
    />
  </Page>
);
