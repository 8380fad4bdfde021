import { companyWarehouses } from "@mcc/contract/companies/warehouses.api.ts";
import type { Warehouse } from "@mcc/contract/companies/warehouses.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { Card } from "@mcc/ui/content/card.tsx";
import { Tag } from "@mcc/ui/content/tag.tsx";
import type { PlainColumn } from "@mcc/ui/tables/plain-table.tsx";
import { IconPencil } from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { CreateButton } from "../../../platform/records/forms/create-button.tsx";
import { RecordTable } from "../../../platform/records/record-table.tsx";
import { useRecord } from "../../../platform/records/use-record.ts";
import { AddWarehouse, EditWarehouse } from "./warehouse-dialogs.tsx";
import { warehouseTexts as texts } from "./warehouses.texts.ts";

const columnsOf = (edit: (warehouse: Warehouse) => void): PlainColumn<Warehouse>[] => [
  { label: texts.name, cell: ({ name }) => name },
  { label: texts.sites, cell: ({ sites }) => sites.toLocaleString("en-US") },
  {
    label: texts.state,
    cell: ({ active }) => (
      <Tag tone={active ? "good" : "neutral"}>{active ? texts.active : texts.inactive}</Tag>
    ),
  },
  {
    label: texts.actions,
    narrow: true,
    cell: (warehouse) => (
      <IconAction
        label={texts.edit}
        about={warehouse.name}
        icon={<IconPencil size={18} stroke={1.6} aria-hidden />}
        onClick={() => edit(warehouse)}
      />
    ),
  },
];

/** Where the orders of a company are shipped from: every site has one of these. */
export const Warehouses = ({ companyId }: { companyId: number }) => {
  const { record, error, retry } = useRecord(
    companyWarehouses,
    { params: { id: companyId } },
    { failed: texts.fetchFailed },
  );
  const [edited, setEdited] = useState<Warehouse>();
  const [isEditing, setEditing] = useState(false);
  const load = useCallback(
    async () => (dialog: { opened: boolean; onClose: () => void }) => (
      <AddWarehouse companyId={companyId} {...dialog} />
    ),
    [companyId],
  );
  const columns = columnsOf((warehouse) => {
    setEdited(warehouse);
    setEditing(true);
  });
  return (
    <Card title={texts.title} flush aside={<CreateButton label={texts.add} load={load} />}>
      <RecordTable<Warehouse>
        label={texts.table}
        columns={columns}
        rows={record?.results}
        error={error}
        failed={texts.fetchFailed}
        retry={retry}
        empty={texts.empty}
        inCard
      />
      {edited && (
        <EditWarehouse
          companyId={companyId}
          warehouse={edited}
          opened={isEditing}
          onClose={() => setEditing(false)}
        />
      )}
    </Card>
  );
};
