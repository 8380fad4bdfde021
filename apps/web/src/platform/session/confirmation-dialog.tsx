import { Anchor, Loader, Text } from "@mantine/core";
import { confirmIdentity, confirmOptions } from "@mcc/contract/factors/factors.api.ts";
import type { Confirmation } from "@mcc/contract/factors/factors.schema.ts";
import { Modal } from "@mcc/ui/overlays/modal.tsx";
import { useQuery } from "@tanstack/react-query";
import { call, queryFor } from "../api/call.ts";
import { LoadFailed } from "../records/load-failed.tsx";
import type { ConfirmationQuestion } from "./confirmation.ts";
import { ProofForm } from "./proof-form.tsx";

const texts = {
  title: "Please confirm that it is you",
  why: "You signed in a while ago, so this needs a fresh confirmation. What you asked for is done right after.",
  failed: "The ways to confirm could not be loaded.",
  confirm: "Confirm",
  cancel: "Cancel",
} as const;

/** A password is not enough for a change of one's own factors by somebody who has one. */
export const ConfirmationDialog = ({ question }: { question: ConfirmationQuestion }) => {
  const { data, error, refetch } = useQuery({
    ...queryFor(confirmOptions, {}),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const methods = (data?.methods ?? []).filter((one) => one !== "password" || !question.needsFactor);
  const send = async (body: Confirmation) => {
    await call(confirmIdentity, { body });
    question.answer(true);
  };
  // Later: the same Escape key reaches the dialog below, which stays open as long as this one is.
  const cancel = () => setTimeout(() => question.answer(false));
  return (
    <Modal opened onTop size="modal-sm" title={texts.title} onClose={cancel}>
      <Text mb="md">{texts.why}</Text>
      {data && (
        <ProofForm
          methods={methods}
          passkeyOptions={async () => (await call(confirmOptions, {})).options}
          send={send}
          submit={texts.confirm}
        >
          <Anchor component="button" type="button" onClick={cancel}>
            {texts.cancel}
          </Anchor>
        </ProofForm>
      )}
      {!data && (error ? <LoadFailed retry={refetch}>{texts.failed}</LoadFailed> : <Loader size="sm" />)}
    </Modal>
  );
};
