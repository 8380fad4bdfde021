import { failField } from "@mcc/contract/kit/errors.ts";
import { toE164 } from "@mcc/contract/users/phone.ts";
import { userMessages as says } from "@mcc/contract/users/users.messages.ts";

/** The phone number as it is stored; null when there is none. */
export const checkedPhone = (typed: string | null | undefined, isRequired: boolean): string | null => {
  if (!typed) return isRequired ? failField("phone", says.phoneRequired) : null;
  return toE164(typed) ?? failField("phone", says.phoneFormat);
};
