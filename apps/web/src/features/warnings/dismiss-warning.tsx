import { pendingList } from "@mcc/contract/decisions/decisions.api.ts";
import { findOrder } from "@mcc/contract/orders/orders.api.ts";
import { dismissWarning } from "@mcc/contract/warnings/warnings.api.ts";
import { DISMISSAL_MAX, Dismissal, type OrderWarning } from "@mcc/contract/warnings/warnings.schema.ts";
import { TextArea } from "@mcc/ui/forms/fields.tsx";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { warningTexts as texts } from "./warnings.texts.ts";

interface DismissWarningProps {
  readonly identifier: string;
  readonly warning: OrderWarning;
  readonly opened: boolean;
  readonly onClose: () => void;
}

const refresh = (): Promise<unknown> => invalidate([findOrder, pendingList.page]);

/** Asks for the reason, which everyone who may see the order reads. */
export const DismissWarning = ({ identifier, warning, opened, onClose }: DismissWarningProps) => (
  <CreateDialog<{ reason: string }>
    title={texts.dismissTitle}
    submit={texts.dismiss}
    opened={opened}
    onClose={onClose}
    schema={Dismissal}
    initialValues={{ reason: "" }}
    send={(body) =>
      saveRecord({
        send: () => call(dismissWarning, { params: { identifier, id: warning.id }, body }),
        success: texts.dismissed,
        failure: texts.dismissFailed,
        onFailure: refresh, // the order may have been decided meanwhile
        invalidate: refresh,
      })
    }
  >
    {(field) => (
      <TextArea
        label={texts.reason}
        description={texts.reasonHint}
        maxLength={DISMISSAL_MAX}
        data-autofocus
        {...field("reason")}
      />
    )}
  </CreateDialog>
);
