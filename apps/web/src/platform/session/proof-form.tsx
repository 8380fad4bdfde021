import { Anchor, Button } from "@mantine/core";
import { factorMessages as says } from "@mcc/contract/factors/factors.messages.ts";
import type { Confirmation, FactorMethod, PasskeyOptions } from "@mcc/contract/factors/factors.schema.ts";
import { PasswordField, TextField } from "@mcc/ui/forms/fields.tsx";
import { FormAlert } from "@mcc/ui/forms/form-alert.tsx";
import { DialogFooter } from "@mcc/ui/overlays/dialog-footer.tsx";
import { IconFingerprint } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { z } from "zod";
import { CallError, GENERIC_FAILURE } from "../api/call-error.ts";
import { useAppForm } from "../records/forms/form.ts";
import { hasPasskeys, readPasskey } from "./passkeys.ts";
import classes from "./proof-form.module.css";

export type ProofMethod = "password" | FactorMethod;

interface ProofFormProps {
  readonly methods: readonly ProofMethod[];
  /** Asked for whenever a passkey is used. */
  readonly passkeyOptions: () => Promise<PasskeyOptions | null>;
  readonly send: (proof: Confirmation) => Promise<unknown>;
  readonly submit: string;
  /** In a dialog: the button beside the other one, at the lower edge. */
  readonly cancel?: { readonly label: string; readonly go: () => void };
  /** Further ways, such as back. */
  readonly children?: ReactNode;
}

/** The first one that the user has is shown first. */
const ORDER: readonly ProofMethod[] = ["totp", "passkey", "password", "recovery_code"];

const WAYS: Readonly<Record<ProofMethod, string>> = {
  totp: "Use your authenticator app",
  passkey: "Use a passkey",
  password: "Use your password",
  recovery_code: "Use a recovery code",
};

const required = (message: string) => z.object({ value: z.string().trim().min(1, message) });
const withCode = required(says.codeRequired);
const withPassword = required("Enter your password");

const FIELDS = {
  totp: {
    label: "Code",
    description: "Six digits from your authenticator app.",
    inputMode: "numeric",
    autoComplete: "one-time-code",
  },
  recovery_code: {
    label: "Recovery code",
    description: "One of the codes that you kept. Each works once.",
    autoComplete: "off",
  },
} as const;

interface FooterProps extends Pick<ProofFormProps, "cancel"> {
  /** The other ways. */
  readonly ways: ReactNode;
}

type WayProps = FooterProps & Pick<ProofFormProps, "send" | "submit">;

/** The button that sends, and the other ways: below it on a page, above it in a dialog. */
const Footer = ({ ways, cancel, children }: FooterProps & { children: ReactNode }) =>
  cancel ? (
    <>
      {ways}
      <DialogFooter>
        <Button variant="default" onClick={cancel.go}>
          {cancel.label}
        </Button>
        {children}
      </DialogFooter>
    </>
  ) : (
    <>
      {children}
      {ways}
    </>
  );

const TypedProof = ({
  method,
  send,
  submit,
  ...footer
}: WayProps & { method: Exclude<ProofMethod, "passkey"> }) => {
  const form = useAppForm({
    schema: method === "password" ? withPassword : withCode,
    initialValues: { value: "" },
    fieldOf: () => "value",
    send: ({ value }) => send(method === "password" ? { password: value } : { code: value.trim() }),
  });
  const input = useRef<HTMLInputElement>(null);
  // What was refused is replaced by what is typed next.
  useEffect(() => {
    if (!form.failure) return;
    input.current?.focus();
    input.current?.select();
  }, [form.failure]);
  const field = { ref: input, "data-autofocus": true, autoFocus: true, ...form.field("value") };
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <FormAlert>{form.failure}</FormAlert>
      {method === "password" ? (
        <PasswordField label="Password" autoComplete="current-password" {...field} />
      ) : (
        <TextField {...FIELDS[method]} {...field} />
      )}
      <Footer {...footer}>
        <Button type="submit" loading={form.sending} fullWidth={!footer.cancel}>
          {submit}
        </Button>
      </Footer>
    </form>
  );
};

const PasskeyProof = ({
  send,
  passkeyOptions,
  ...footer
}: FooterProps & Pick<ProofFormProps, "send" | "passkeyOptions">) => {
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await send({ assertion: await readPasskey(await passkeyOptions()) });
    } catch (error) {
      setFailure(
        error instanceof CallError ? (error.fields.assertion?.[0] ?? error.detail) : GENERIC_FAILURE,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={classes.form}>
      <FormAlert>{failure}</FormAlert>
      <Footer {...footer}>
        <Button
          data-autofocus
          autoFocus
          fullWidth={!footer.cancel}
          loading={busy}
          leftSection={<IconFingerprint size={18} aria-hidden />}
          onClick={() => void press()}
        >
          {WAYS.passkey}
        </Button>
      </Footer>
    </div>
  );
};

/** Asks for one proof that it is the user: a code, a passkey or the password, and offers the other ways. */
export const ProofForm = ({ methods, passkeyOptions, send, submit, cancel, children }: ProofFormProps) => {
  const offered = ORDER.filter((one) => methods.includes(one) && (one !== "passkey" || hasPasskeys()));
  const [chosen, setChosen] = useState<ProofMethod>();
  const method = chosen ?? offered[0] ?? "recovery_code";
  const ways = (
    <div className={classes.ways}>
      {offered
        .filter((one) => one !== method)
        .map((one) => (
          <Anchor key={one} component="button" type="button" onClick={() => setChosen(one)}>
            {WAYS[one]}
          </Anchor>
        ))}
      {children}
    </div>
  );
  return method === "passkey" ? (
    <PasskeyProof {...{ send, passkeyOptions, ways, cancel }} />
  ) : (
    <TypedProof key={method} {...{ method, send, submit, ways, cancel }} />
  );
};
