import type { Address } from "@mcc/contract/company-settings/address.schema.ts";
import { Card } from "@mcc/ui/content/card.tsx";
import classes from "./address.module.css";
import { companyTexts as texts } from "./company-settings.texts.ts";
import { countryName } from "./country-names.ts";

/** An address as on an envelope, and how to reach its people. */
export const AddressLines = ({ address }: { address: Address }) => {
  const { name, name_ext, street, street2, city, region, region_code, postal_code, country } = address;
  const place = [city, [region_code ?? region, postal_code].filter(Boolean).join(" ")];
  const lines = [
    ...[name, name_ext, street, street2, place.filter(Boolean).join(", "), countryName(country)],
    ...[address.phone, address.email],
  ].filter((line) => line !== null);
  return (
    <Card title={texts.invoicesTo}>
      <address className={classes.lines}>
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
    </Card>
  );
};
