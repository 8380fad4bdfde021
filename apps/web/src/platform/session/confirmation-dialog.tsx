import { Anchor, Button, Loader, Stack, Text } from "@mantine/core";
import { confirmIdentity, confirmOptions } from "@mcc/contract/factors/factors.api.ts";
import type { Confirmation } from "@mcc/contract/factors/factors.schema.ts";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { Modal } from "@mcc/ui/overlays/modal.tsx";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call, queryFor } from "../api/call.ts";
import { CallError, GENERIC_FAILURE } from "../api/call-error.ts";
import { LoadFailed } from "../records/load-failed.tsx";
import type { ConfirmationQuestion } from "./confirmation.ts";
import { ProofForm } from "./proof-form.tsx";
import { confirmAtProvider } from "./sso-confirmation.ts";

const texts = {
  title: "Please confirm that it is you",
  why: "You signed in a while ago, so this needs a fresh confirmation. What you asked for is done right after.",
  failed: "The ways to confirm could not be loaded.",
  confirm: "Confirm",
  cancel: "Cancel",
  again: "Sign in again with your identity provider",
  againHint:
    "It opens in a window of its own. What you asked for is done as soon as you have signed in there.",
  waiting: "Waiting for your sign-in in the other window…",
} as const;

/** By signing in at the identity provider again. */
const AtProvider = ({ url, isOnly, confirmed }: { url: string; isOnly: boolean; confirmed: () => void }) => {
  const [isWaiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string>();
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const open = () => {
    stop.current();
    setProblem(undefined);
    setWaiting(true);
    stop.current = confirmAtProvider(url, confirmed, (error) => {
      setWaiting(false);
      setProblem(error instanceof CallError ? error.detail : GENERIC_FAILURE);
    });
  };
  return (
    <Stack gap="xs" mb={isOnly ? undefined : "md"}>
      <Button onClick={open} variant={isOnly ? "filled" : "default"}>
        {texts.again}
      </Button>
      {problem && <FormAlert>{problem}</FormAlert>}
      <Text size="sm" c="dimmed" aria-live="polite">
        {isWaiting ? texts.waiting : texts.againHint}
      </Text>
    </Stack>
  );
};

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
        <AtProvider
          url={data.sso_url}
          isOnly={methods.length === 0}
          confirmed={() => question.answer(true)}
        />
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
