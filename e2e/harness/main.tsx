import "@mantine/core/styles.css";
import { Button, MantineProvider } from "@mantine/core";
import { requiredText } from "@mcc/contract/kit/text.ts";
import { CollapsibleText } from "@mcc/ui/content/collapsible-text.tsx";
import { TextArea, TextField } from "@mcc/ui/forms/fields.tsx";
import { useState } from "react";
import { createRoot } from "react-dom/client";
import { z } from "zod";
import { CallError } from "../../apps/web/src/platform/api/call-error.ts";
import { CreateDialog } from "../../apps/web/src/platform/records/forms/create-dialog.tsx";

/** The real dialog and form, with a server that refuses the name "Taken". */
const refuseTaken = async ({ name }: { name: string }): Promise<void> => {
  if (name === "Taken")
    throw new CallError({ kind: "refused", status: 400, fields: { name: ["This name is taken."] } });
  document.title = `Made ${name}`;
};

const Harness = () => {
  const [opened, setOpened] = useState(false);
  return (
    <MantineProvider>
      <Button onClick={() => setOpened(true)}>Create Thing</Button>
      <CollapsibleText>A short reason.</CollapsibleText>
      <CollapsibleText>{"A long reason. ".repeat(1_000)}</CollapsibleText>
      <CreateDialog
        title="Create New Thing"
        submit="Create"
        opened={opened}
        onClose={() => setOpened(false)}
        schema={z.object({ name: requiredText("Name field is required"), note: z.string() })}
        initialValues={{ name: "", note: "" }}
        send={refuseTaken}
      >
        {(field) => (
          <>
            <TextField label="Name" {...field("name")} />
            <TextArea label="Note" {...field("note")} />
          </>
        )}
      </CreateDialog>
    </MantineProvider>
  );
};

createRoot(document.getElementById("root") as HTMLElement).render(<Harness />);
