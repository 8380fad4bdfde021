import { Anchor, Button, Loader, Stack, Text } from "@mantine/core";
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
  again: "Sign in again with your identity provider",
  againHint: "You come back to this page. Then repeat the change: what you have not saved is lost.",
} as const;

/** Back to this page. */
const withNext = (url: string): string =>
  `${url}&next=${encodeURIComponent(location.pathname + location.search)}`;

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
      {data?.sso_url && !question.needsFactor && (
        <Stack gap="xs" mb={methods.length > 0 ? "md" : undefined}>
          <Button
            component="a"
            href={withNext(data.sso_url)}
            variant={methods.length > 0 ? "default" : "filled"}
          >
            {texts.again}
          </Button>
          <Text size="sm" c="dimmed">
            {texts.againHint}
          </Text>
        </Stack>
      )}
      {data && (methods.length > 0 || !data.sso_url) && (
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
