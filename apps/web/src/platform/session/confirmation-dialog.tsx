import { Anchor, Button, Loader, Stack, Text } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { confirmIdentity, confirmOptions } from "@mcc/contract/factors/factors.api.ts";
import type { Confirmation } from "@mcc/contract/factors/factors.schema.ts";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { Modal } from "@mcc/ui/overlays/modal.tsx";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call, queryFor } from "../api/call.ts";
import { LoadFailed } from "../records/load-failed.tsx";
import type { ConfirmationQuestion } from "./confirmation.ts";
import { ProofForm } from "./proof-form.tsx";
import { noteAsked, openProvider, waitForProvider } from "./sso-confirmation.ts";

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
  returned: "Nothing has arrived from the other window yet. If you closed it, open it again.",
  blocked: "Your browser did not open the window. Allow pop-ups for this page and try again, or",
  inTab: "sign in in a new tab",
  silent:
    "Your identity provider does not say when you signed in there, so signing in there again confirms nothing.",
  noWay:
    "You have no password and no second factor here to confirm with. Log out and choose Forgot password? on the login page to set a password, or ask your administrator.",
  noFactor:
    "None of your second factors can be used here: a passkey works at the address where it was added. Open the portal there, or ask your administrator to reset your second factors.",
  close: "Close",
} as const;

/** What is said below the button. The other window is of another site: only coming back to this page can be seen. */
type Waiting = "againHint" | "waiting" | "returned";

/** By signing in at the identity provider again. */
const AtProvider = ({ url, isOnly, confirmed }: { url: string; isOnly: boolean; confirmed: () => void }) => {
  const [waiting, setWaiting] = useState<Waiting>("againHint");
  const [isBlocked, setBlocked] = useState(false);
  const [problem, setProblem] = useState<string>();
  const latest = useRef(confirmed);
  latest.current = confirmed;
  useEffect(
    () =>
      waitForProvider(({ problem: words }) => {
        if (words === undefined) return latest.current();
        setWaiting("againHint");
        setProblem(words);
      }),
    [],
  );
  useWindowEvent("focus", () => setWaiting((now) => (now === "waiting" ? "returned" : now)));
  const open = () => {
    const isOpen = openProvider(url);
    setProblem(undefined);
    setBlocked(!isOpen);
    setWaiting(isOpen ? "waiting" : "againHint");
  };
  return (
    <Stack gap="xs" mb={isOnly ? undefined : "md"}>
      <Button onClick={open} variant={isOnly ? "filled" : "default"}>
        {texts.again}
      </Button>
      {problem && <FormAlert>{problem}</FormAlert>}
      {isBlocked && (
        <FormAlert>
          {texts.blocked}{" "}
          <Anchor href={url} target="_blank" rel="noopener" onClick={noteAsked}>
            {texts.inTab}
          </Anchor>
          .
        </FormAlert>
      )}
      <Text size="sm" c="dimmed" aria-live="polite">
        {texts[waiting]}
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
  const url = question.needsFactor ? null : data?.sso_url;
  const hasNoWay = data !== undefined && !url && methods.length === 0;
  const send = async (body: Confirmation) => {
    await call(confirmIdentity, { body });
    question.answer(true);
  };
  // Later: the same Escape key reaches the dialog below, which stays open as long as this one is.
  const cancel = () => setTimeout(() => question.answer(false));
  return (
    <Modal
      opened
      onTop
      size="modal-sm"
      title={texts.title}
      buttons={hasNoWay ? [{ label: texts.close }] : []}
      onClose={cancel}
    >
      <Text mb="md">{texts.why}</Text>
      {url && <AtProvider url={url} isOnly={methods.length === 0} confirmed={() => question.answer(true)} />}
      {data?.sso_silent && <Text mb="md">{texts.silent}</Text>}
      {hasNoWay && <Text>{question.needsFactor ? texts.noFactor : texts.noWay}</Text>}
      {data && methods.length > 0 && (
        <ProofForm
          methods={methods}
          passkeyOptions={async () => (await call(confirmOptions, {})).options}
          send={send}
          submit={texts.confirm}
          cancel={{ label: texts.cancel, go: cancel }}
        />
      )}
      {!data && (error ? <LoadFailed retry={refetch}>{texts.failed}</LoadFailed> : <Loader size="sm" />)}
    </Modal>
  );
};
