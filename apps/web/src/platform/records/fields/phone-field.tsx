import { TextField } from "@mcc/ui/forms/fields.tsx";
import type { ComponentProps } from "react";
import { loadPhoneCheck } from "./phone-check.ts";

/** The check of phone numbers is loaded when somebody is about to enter one. */
export const PhoneField = (props: ComponentProps<typeof TextField>) => (
  <TextField type="tel" inputMode="tel" onFocusCapture={() => void loadPhoneCheck()} {...props} />
);
