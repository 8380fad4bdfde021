import { Radio, Stack } from "@mantine/core";
import { createSsoConnection, ssoConnections } from "@mcc/contract/single-sign-on/connections.api.ts";
import {
  NewSsoConnection,
  SSO_KINDS,
  type SsoKind,
} from "@mcc/contract/single-sign-on/connections.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { useNavigate } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import { invalidate } from "../../platform/api/invalidate.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { ssoTexts as texts } from "./single-sign-on.texts.ts";

type Values = { readonly kind: SsoKind; readonly name: string };

const NAME_MAX = 100;

/** Names an identity provider and its protocol; its page leads on from there. */
export const CreateConnection = (dialog: { readonly opened: boolean; readonly onClose: () => void }) => {
  const navigate = useNavigate();
  const send = (body: Values) =>
    saveRecord({
      send: () => call(createSsoConnection, { body }),
      onSuccess: ({ id }) =>
        void navigate({ to: "/configuration/sign-in/$connectionId", params: { connectionId: String(id) } }),
      success: texts.added,
      failure: texts.addFailed,
      fieldErrorsOnly: true,
      invalidate: () => invalidate([ssoConnections]),
    });
  return (
    <CreateDialog<Values>
      {...dialog}
      title={texts.add}
      submit={texts.addSubmit}
      schema={NewSsoConnection.pick({ kind: true, name: true })}
      initialValues={{ kind: "oidc", name: "" }}
      send={send}
    >
      {(field, form) => (
        <>
          <TextField
            label={texts.name}
            description={texts.nameHint}
            maxLength={NAME_MAX}
            required
            {...field("name")}
          />
          <Radio.Group
            label={texts.kind}
            value={form.values.kind}
            onChange={(kind) => form.set({ kind: kind as SsoKind })}
          >
            <Stack gap="xs" mt="xs">
              {SSO_KINDS.map((kind) => (
                <Radio
                  key={kind}
                  value={kind}
                  label={texts.kinds[kind]}
                  description={texts.kindHints[kind]}
                />
              ))}
            </Stack>
          </Radio.Group>
        </>
      )}
    </CreateDialog>
  );
};
