import { NativeSelect, Text } from "@mantine/core";
import { replaceCompanyKey } from "@mcc/contract/company-keys/company-keys.api.ts";
import { type CompanyKey, OVERLAP_HOURS } from "@mcc/contract/company-keys/company-keys.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { call } from "../../platform/api/call.ts";
import { CreateDialog } from "../../platform/records/forms/create-dialog.tsx";
import { lastDayOf, ReplaceForm, type ReplaceValues, replacementOf } from "./company-key-form.schema.ts";
import { companyKeyTexts as texts } from "./company-keys.texts.ts";
import { createAndShow } from "./key-actions.ts";

const options = OVERLAP_HOURS.map((hours) => ({ value: String(hours), label: texts.ends[hours] }));

interface ReplaceCompanyKeyProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly replaced: CompanyKey;
}

/** Creates the successor of a key, asks when the previous one ends, and shows the new one. */
export const ReplaceCompanyKey = ({ replaced, ...dialog }: ReplaceCompanyKeyProps) => (
  <CreateDialog<ReplaceValues>
    {...dialog}
    title={texts.replaceTitle(replaced.name)}
    submit={texts.replace}
    schema={ReplaceForm}
    initialValues={{ hours: replaced.state === "Expired" ? "0" : "24", expires_at: lastDayOf(replaced) }}
    send={(values) =>
      createAndShow(() =>
        call(replaceCompanyKey, { params: { id: replaced.id }, body: replacementOf(replaced, values) }),
      )
    }
  >
    {(field) => (
      <>
        <Text c="dimmed">{texts.replaceNote}</Text>
        {replaced.state !== "Expired" && (
          <NativeSelect
            label={texts.previous}
            description={texts.previousHint}
            data={options}
            {...field("hours")}
          />
        )}
        <TextField
          type="date"
          label={texts.newUntil}
          description={texts.validUntilHint}
          {...field("expires_at")}
        />
      </>
    )}
  </CreateDialog>
);
