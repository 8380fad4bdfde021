import { addPasskey, passkeyOptions } from "@mcc/contract/factors/factors.api.ts";
import { FactorName } from "@mcc/contract/factors/factors.schema.ts";
import { useState } from "react";
import { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { createPasskey } from "../../platform/session/passkeys.ts";
import { factorAdded } from "./factor-added.ts";
import classes from "./factors.module.css";
import { factorTexts as texts } from "./factors.texts.ts";
import { NameField } from "./name-field.tsx";

const schema = z.object({ name: FactorName });

const DEVICES = ["iPhone", "iPad", "Android", "Windows", "Mac", "Linux"];

const send = async ({ name }: { name: string }): Promise<void> => {
  const attestation = await createPasskey(await call(passkeyOptions, {}));
  const { recovery_codes } = await call(addPasskey, { body: { name, attestation } });
  factorAdded(texts.passkeyAdded, recovery_codes);
};

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const AddPasskey = (dialog: DialogProps) => {
  const [name] = useState(() => DEVICES.find((device) => navigator.userAgent.includes(device)) ?? "");
  return (
    <CreateDialog
      {...dialog}
      title={texts.addPasskey}
      submit={texts.continue}
      schema={schema}
      initialValues={{ name }}
      send={send}
    >
      {(field) => (
        <>
          <p className={classes.note}>{texts.passkeyHint}</p>
          <NameField {...field("name")} />
        </>
      )}
    </CreateDialog>
  );
};
