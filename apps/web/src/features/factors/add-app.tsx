import { addApp, confirmApp } from "@mcc/contract/factors/factors.api.ts";
import { Code, FactorName } from "@mcc/contract/factors/factors.schema.ts";
import type { Reply } from "@mcc/contract/kit/endpoint.ts";
import { CopyButton } from "@mcc/ui/buttons/copy-button.tsx";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { useState } from "react";
import { renderSVG } from "uqr";
import { z } from "zod";
import { call } from "../../platform/api/call.ts";
import { Wizard, WizardStep } from "../../platform/records/forms/wizard.tsx";
import { factorAdded } from "./factor-added.ts";
import classes from "./factors.module.css";
import { factorTexts as texts } from "./factors.texts.ts";
import { NameField } from "./name-field.tsx";

const named = z.object({ name: FactorName });
const coded = z.object({ code: Code });

type Started = Reply<typeof addApp>;

const pictureOf = (url: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2 }))}`;

const ScanStep = ({ app, back, done }: { app: Started; back: () => void; done: () => void }) => (
  <WizardStep
    title={texts.appTitle}
    step={{ at: 2, of: 2 }}
    submit={texts.confirm}
    back={{ label: texts.back, go: back }}
    schema={coded}
    initialValues={{ code: "" }}
    send={async (body) => {
      const { recovery_codes } = await call(confirmApp, { params: { id: app.id }, body });
      done();
      factorAdded(texts.appAdded, recovery_codes);
    }}
  >
    {({ field }) => (
      <>
        <p className={classes.note}>{texts.scan}</p>
        <img className={classes.picture} src={pictureOf(app.otpauth_url)} alt={texts.picture} />
        <div className={classes.key}>
          <span>{texts.key}</span>
          <code>
            {app.secret.match(/.{1,4}/g)?.map((part, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which stay where they are
              <span key={at}>{part}</span>
            ))}
          </code>
          <CopyButton noun="key" text={app.secret} />
        </div>
        <TextField
          label={texts.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...field("code")}
        />
      </>
    )}
  </WizardStep>
);

const Steps = ({ done }: { done: () => void }) => {
  const [name, setName] = useState<string>(texts.appName);
  const [app, setApp] = useState<Started>();
  if (app) return <ScanStep app={app} back={() => setApp(undefined)} done={done} />;
  return (
    <WizardStep
      title={texts.appTitle}
      step={{ at: 1, of: 2 }}
      submit={texts.continue}
      schema={named}
      initialValues={{ name }}
      send={async (values) => {
        setApp(await call(addApp, { body: { kind: "totp", name: values.name } }));
        setName(values.name);
      }}
    >
      {({ field }) => (
        <>
          <p className={classes.note}>{texts.appHint}</p>
          <NameField {...field("name")} />
        </>
      )}
    </WizardStep>
  );
};

/** Sets up an authenticator app: it counts once a code of it was entered. */
export const AddApp = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Wizard opened={opened} onClose={onClose}>
    <Steps done={onClose} />
  </Wizard>
);
