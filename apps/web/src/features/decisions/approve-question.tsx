import { Text } from "@mantine/core";
import type { OrderRow } from "@mcc/contract/orders/orders.schema.ts";
import { ModalButtons } from "@mcc/ui/overlays/modal-buttons.tsx";
import { listTexts } from "../../platform/lists/list.texts.ts";
import { formatMoney } from "../../platform/page/format.ts";
import { closeModal, openModal } from "../../platform/state/globals.ts";
import { approveQuestion, approvalTexts as texts } from "./decisions.texts.ts";
import { Remarks, RemarksMissing, useRemarks } from "./remarks.tsx";

type AskedOrder = Pick<OrderRow, "id" | "identifier" | "site" | "taxful_total_price_value">;

interface ApproveQuestionProps {
  readonly order: AskedOrder;
  readonly onApprove: () => void;
}

/** Asks about one order, with its warnings and open questions; it cannot be approved before these are known. */
const ApproveQuestion = ({ order, onApprove }: ApproveQuestionProps) => {
  const { id, identifier, site, taxful_total_price_value: total } = order;
  const { remarks, ...missing } = useRemarks([order]);
  const found = remarks?.get(id);
  return (
    <>
      <Text mb="sm">{approveQuestion(identifier, site.name, formatMoney(total))}</Text>
      {!remarks && <RemarksMissing {...missing} />}
      {found && <Remarks {...found} />}
      <ModalButtons
        inContent
        buttons={[
          { label: listTexts.cancel },
          { label: texts.approve, tone: "primary", isDisabled: !remarks, onPress: onApprove },
        ]}
        onClose={() => closeModal()}
      />
    </>
  );
};

/** False unless the user presses Approve, also when another dialog replaces this one. */
export const askToApprove = (order: AskedOrder): Promise<boolean> =>
  new Promise((resolve) => {
    const decline = () => resolve(false);
    openModal({
      size: "modal-sm",
      title: texts.approveTitle,
      content: <ApproveQuestion order={order} onApprove={() => resolve(true)} />,
      onClose: decline,
      onDiscard: decline,
    });
  });
