import { Switch } from "@mantine/core";
import { addWarehouse, companyWarehouses, updateWarehouse } from "@mcc/contract/companies/warehouses.api.ts";
import { NewWarehouse, type Warehouse, WarehouseChanges } from "@mcc/contract/companies/warehouses.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { call } from "../../../platform/api/call.ts";
import { invalidate } from "../../../platform/api/invalidate.ts";
import { saveRecord } from "../../../platform/records/action.ts";
import { CreateDialog } from "../../../platform/records/forms/create-dialog.tsx";
import { warehouseTexts as texts } from "./warehouses.texts.ts";

interface DialogProps {
  readonly companyId: number;
  readonly opened: boolean;
  readonly onClose: () => void;
}
const refresh = () => invalidate([companyWarehouses]);

export const AddWarehouse = ({ companyId, ...dialog }: DialogProps) => (
  <CreateDialog<{ name: string }>
    {...dialog}
    title={texts.add}
    submit={texts.addSubmit}
    schema={NewWarehouse}
    initialValues={{ name: "" }}
    send={(body) =>
      saveRecord({
        send: () => call(addWarehouse, { params: { id: companyId }, body }),
        success: texts.added,
        failure: texts.addFailed,
        fieldErrorsOnly: true,
        invalidate: refresh,
      })
    }
  >
    {(field) => <TextField label={texts.name} required {...field("name")} />}
  </CreateDialog>
);

/** Renames a warehouse, deactivates it, or activates it again. */
export const EditWarehouse = ({
  companyId,
  warehouse: { id, name, active },
  ...dialog
}: DialogProps & { readonly warehouse: Warehouse }) => (
  <CreateDialog<{ name: string; active: boolean }>
    {...dialog}
    title={texts.edit}
    submit={texts.save}
    schema={WarehouseChanges.required()}
    initialValues={{ name, active }}
    send={(body) =>
      saveRecord({
        send: () => call(updateWarehouse, { params: { id: companyId, warehouse: id }, body }),
        success: texts.saved,
        failure: texts.saveFailed,
        fieldErrorsOnly: true,
        invalidate: refresh,
      })
    }
  >
    {(field, form) => (
      <>
        <TextField label={texts.name} required {...field("name")} />
        <Switch
          label={texts.active}
          description={texts.activeHint}
          data-path="active"
          checked={form.values.active}
          onChange={({ currentTarget }) => form.set({ active: currentTarget.checked })}
          error={form.errors.active}
        />
      </>
    )}
  </CreateDialog>
);
