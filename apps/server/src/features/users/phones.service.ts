import { failField } from "@mcc/contract/kit/errors.ts";
import { userMessages as says } from "@mcc/contract/users/users.messages.ts";

/** The phone number as it is stored; null when there is none. The numbers of all countries are loaded with the first. */
export const checkedPhone = async (
  typed: string | null | undefined,
  isRequired: boolean,
): Promise<string | null> => {
  if (!typed) return isRequired ? failField("phone", says.phoneRequired) : null;
  const { toE164 } = await import("@mcc/contract/users/phone.ts");
  return toE164(typed) ?? failField("phone", says.phoneFormat);
};
