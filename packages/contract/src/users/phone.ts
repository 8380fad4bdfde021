import { parsePhoneNumberFromString } from "libphonenumber-js/min";

/** A number without a country is one of the United States. */
const PHONE_COUNTRY = "US";

/** A phone number as it is stored, such as +14325550117; nothing when it is not one. */
export const toE164 = (typed: string): string | undefined => {
  const phone = parsePhoneNumberFromString(typed, PHONE_COUNTRY);
  return phone?.isValid() ? phone.number : undefined;
};

/** A stored number as the digits of its country and those that follow them. */
export const partsOfPhone = (stored: string): { country: string; national: string } | undefined => {
  const phone = parsePhoneNumberFromString(stored);
  return phone && { country: phone.countryCallingCode, national: phone.nationalNumber };
};
