import { Select } from "@mantine/core";
import { ADDRESS_MAX } from "@mcc/contract/company-settings/address-fields.schema.ts";
import { regionsOf } from "@mcc/contract/company-settings/regions.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { useMemo } from "react";
import { listTexts } from "../../platform/lists/list.texts.ts";
import type { AppForm } from "../../platform/records/forms/form.ts";
import classes from "./address.module.css";
import type { AddressValues } from "./address-form.ts";
import { companyTexts as texts } from "./company-settings.texts.ts";
import { countryOptions } from "./country-names.ts";

type Form = Pick<AppForm<AddressValues>, "field" | "values" | "set">;

/** To choose from where the country has a list, otherwise typed. */
const RegionField = ({ form: { field, values } }: { form: Form }) => {
  const regions = regionsOf(values.country);
  const shared = { label: texts.region, ...field("region") };
  if (!regions) return <TextField {...shared} maxLength={ADDRESS_MAX.region} />;
  return (
    <Select
      {...shared}
      searchable
      clearable
      openOnFocus={false}
      nothingFoundMessage={listTexts.noMatch}
      data={regions.map(({ code, name }) => ({ value: code, label: name }))}
      value={values.region || null}
      onChange={(code) => shared.onChange(code ?? "")}
    />
  );
};

/** The fields of an address, each with its maximum length. */
export const AddressFields = ({ form }: { form: Form }) => {
  const { field, values, set } = form;
  const countries = useMemo(countryOptions, []);
  const limited = (name: keyof typeof ADDRESS_MAX) => ({ ...field(name), maxLength: ADDRESS_MAX[name] });
  const { onChange: _, ...country } = field("country");
  return (
    <div className={classes.fields}>
      <TextField label={texts.name} required autoComplete="organization" {...limited("name")} />
      <TextField label={texts.nameExt} {...limited("name_ext")} />
      <TextField label={texts.phone} type="tel" autoComplete="tel" {...limited("phone")} />
      <TextField label={texts.email} type="email" autoComplete="email" {...limited("email")} />
      <TextField label={texts.street} required autoComplete="address-line1" {...limited("street")} />
      <TextField label={texts.street2} autoComplete="address-line2" {...limited("street2")} />
      <TextField label={texts.postalCode} autoComplete="postal-code" {...limited("postal_code")} />
      <TextField label={texts.city} required autoComplete="address-level2" {...limited("city")} />
      <Select
        {...country}
        label={texts.country}
        required
        searchable
        allowDeselect={false}
        openOnFocus={false}
        nothingFoundMessage={listTexts.noMatch}
        data={countries}
        value={values.country || null}
        onChange={(code) => set({ country: code ?? "", ...(code === values.country ? {} : { region: "" }) })}
      />
      <RegionField form={form} />
    </div>
  );
};
