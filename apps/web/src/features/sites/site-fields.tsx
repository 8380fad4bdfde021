import { Switch } from "@mantine/core";
import { ALL_ROWS } from "@mcc/contract/kit/list.ts";
import { siteTypeEndpoints } from "@mcc/contract/site-types/site-types.api.ts";
import type { SiteCompany } from "@mcc/contract/sites/site-fields.schema.ts";
import { warehouses } from "@mcc/contract/sites/site-records.api.ts";
import { siteList } from "@mcc/contract/sites/sites.api.ts";
import { TextField } from "@mcc/ui/forms/fields.tsx";
import { AsyncSelect } from "../../platform/records/fields/async-select.tsx";
import { NodeSelect } from "../../platform/records/fields/node-select.tsx";
import { SuggestedText } from "../../platform/records/fields/suggested-text.tsx";
import type { AppForm } from "../../platform/records/forms/form.ts";
import { type Place, useCommonPlace } from "./common-place.ts";
import classes from "./site-fields.module.css";
import type { SiteValues } from "./site-form.schema.ts";
import { siteTexts as texts } from "./sites.texts.ts";

export const everyName = { query: { limit: String(ALL_ROWS) } };

const namesOf = ({ results }: { results: readonly { id: number; name: string }[] }) =>
  results.map(({ id, name }) => ({ value: String(id), label: name }));

type Named = { readonly id: number; readonly name: string };

const withOwn = (some: readonly Named[], own: Named | null | undefined): readonly Named[] =>
  own && !some.some(({ id }) => id === own.id) ? [own, ...some] : some;

interface SiteFieldsProps {
  readonly company: SiteCompany;
  /** The warehouse of an existing site, which is shown although it may no longer be one to choose. */
  readonly warehouse?: Named | null;
  readonly form: Pick<AppForm<SiteValues>, "field" | "values" | "set">;
}

/** The fields of a site, in a new one and on its page; the company decides which it has. */
export const SiteFields = ({ company, warehouse, form: { field, values, set } }: SiteFieldsProps) => {
  const { has_company_hierarchy: hierarchy, has_location_name_required: located } = company;
  const fillCommon = useCommonPlace({ values, set });
  const suggesting = (column: Place) => ({
    ...{ column, suggest: siteList.suggest, required: true },
    ...field(column),
    onOptionSubmit: (chosen: string) => fillCommon(column, chosen),
  });
  return (
    <div className={classes.fields}>
      <TextField
        label={texts.name}
        required
        className={located ? undefined : classes.wide}
        {...field("name")}
      />
      {located && <TextField label={texts.locationName} required {...field("location_name")} />}
      <TextField
        label={texts.email}
        type="email"
        inputMode="email"
        required
        className={classes.wide}
        description={texts.emailHint}
        {...field("ecommerce_user_email")}
      />
      <AsyncSelect
        label={texts.type}
        endpoint={siteTypeEndpoints.list}
        ask={everyName}
        failed={texts.typesFailed}
        allowDeselect={false}
        optionsOf={namesOf}
        {...field("site_type")}
      />
      <AsyncSelect
        label={texts.warehouse}
        endpoint={warehouses}
        ask={everyName}
        failed={texts.warehousesFailed}
        optionsOf={(reply) => namesOf({ results: withOwn(reply.results, warehouse) })}
        {...field("site_warehouse")}
      />
      {hierarchy ? (
        <NodeSelect
          label={texts.node}
          className={classes.wide}
          failed={texts.nodesFailed}
          allowDeselect={false}
          {...field("organization_node")}
        />
      ) : (
        <>
          <SuggestedText label={texts.division} {...suggesting("division")} />
          <SuggestedText label={texts.businessUnit} {...suggesting("business_unit")} />
          <SuggestedText label={texts.region} {...suggesting("region")} />
        </>
      )}
      <Switch
        className={classes.wide}
        label={texts.analytics}
        checked={values.enable_analytics}
        onChange={({ currentTarget }) => set({ enable_analytics: currentTarget.checked })}
      />
    </div>
  );
};
