import { COUNTRIES } from "@mcc/contract/company-settings/countries.ts";

const names = new Intl.DisplayNames("en-US", { type: "region" });

export const countryName = (code: string): string => names.of(code) ?? code;

/** The countries by name, with those of most companies first. */
export const countryOptions = () => {
  const first = ["US", "CA"];
  const others = COUNTRIES.filter((code) => !first.includes(code)).map((value) => ({
    value,
    label: countryName(value),
  }));
  return [
    ...first.map((value) => ({ value, label: countryName(value) })),
    ...others.sort((one, other) => one.label.localeCompare(other.label, "en-US")),
  ];
};
