import { FACTOR_NAME_MAX } from "@mcc/contract/factors/factors.schema.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import type { ComponentProps } from "react";
import { factorTexts as texts } from "./factors.texts.ts";

/** What a user calls a second factor. */
export const NameField = (field: ComponentProps<typeof TextField>) => (
  <TextField
    label={texts.name}
    description={texts.nameHint}
    maxLength={FACTOR_NAME_MAX}
    required
    {...field}
  />
);
