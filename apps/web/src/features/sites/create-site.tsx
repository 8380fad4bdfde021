import type { SessionCompany } from "@mcc/contract/access/session.ts";
import { siteTypeEndpoints } from "@mcc/contract/site-types/site-types.api.ts";
import { shopUsername } from "@mcc/contract/sites/shop-username.ts";
import { createSite } from "@mcc/contract/sites/site-records.api.ts";
import type { SiteRecord } from "@mcc/contract/sites/sites.schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call, queryFor } from "../../platform/api/call.ts";
import { CallError } from "../../platform/api/call-error.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { useUsernamePrefix } from "../../platform/records/fields/use-username-prefix.ts";
import { firstMessages } from "../../platform/records/forms/form.ts";
import { Wizard, WizardStep } from "../../platform/records/forms/wizard.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { AssignUsersStep } from "./assign-users-step.tsx";
import { generatePassword } from "./password.ts";
import { refreshSites } from "./refresh-sites.ts";
import { ShopUserStep } from "./shop-user-step.tsx";
import { isUsername, nameError } from "./site-exists.ts";
import { everyName, SiteFields } from "./site-fields.tsx";
import {
  creationOf,
  newSite,
  newSiteForm,
  type ShopUserValues,
  type SiteValues,
} from "./site-form.schema.ts";
import { siteTexts as texts } from "./sites.texts.ts";

type Errors = Readonly<Record<string, string>>;
/** Which step it is, with what the server has said about its fields. */
type Step =
  | { readonly at: "site"; readonly errors?: Errors }
  | { readonly at: "shop"; readonly shopUser: ShopUserValues; readonly errors?: Errors }
  | { readonly at: "users"; readonly site: SiteRecord };

const SHOP_FIELDS = ["ecommerce_username", "password"];
/** The API has a name of its own for the warehouse of a new site. */
const errorsOf = ({ siteWarehouse, ...errors }: Record<string, string>): Errors =>
  siteWarehouse ? { ...errors, site_warehouse: siteWarehouse } : errors;

const useCreation = (company: SessionCompany, onDone: () => void) => {
  const [step, setStep] = useState<Step>({ at: "site" });
  const [values, setValues] = useState<SiteValues>(newSite);
  const prefixOf = useUsernamePrefix(company);
  const { data: types } = useQuery(queryFor(siteTypeEndpoints.list, everyName));

  /** What the server refuses is shown in the step that has the field. */
  const create = async (
    site: SiteValues,
    shopUser: Partial<ShopUserValues> & { ecommerce_username: string },
  ) => {
    const body = creationOf(company, site, shopUser);
    const onSuccess = (created: SiteRecord) => {
      if (company.has_company_hierarchy) onDone();
      else setStep({ at: "users", site: created });
    };
    const { created: success, createFailed: failure } = texts;
    const send = () => call(createSite, { body });
    const saving = { send, success, failure, fieldErrorsOnly: true, onSuccess, invalidate: refreshSites };
    await saveRecord(saving).catch((error: unknown) => {
      const errors = error instanceof CallError ? errorsOf(firstMessages(error.fields)) : {};
      const fields = Object.keys(errors);
      if (fields.length === 0) throw error;
      if (fields.some((field) => !SHOP_FIELDS.includes(field))) return setStep({ at: "site", errors });
      setStep({ at: "shop", shopUser: { password: generatePassword(), ...shopUser }, errors });
    });
  };

  const next = async (site: SiteValues) => {
    const type = types?.results.find(({ id }) => String(id) === site.site_type)?.name ?? "";
    const ecommerce_username = shopUsername(prefixOf(site.organization_node), { name: site.name, type });
    setValues(site);
    const [error, isKnown] = await Promise.all([nameError(site.name), isUsername(ecommerce_username)]);
    if (error) throw new CallError({ kind: "refused", status: 400, fields: { name: [error] } });
    if (isKnown) return create(site, { ecommerce_username });
    setStep({ at: "shop", shopUser: { ecommerce_username, password: generatePassword() } });
  };
  return { step, setStep, values, create, next };
};

const Steps = ({ company, onDone }: { company: SessionCompany; onDone: () => void }) => {
  const { step, setStep, values, create, next } = useCreation(company, onDone);
  const steps = company.has_company_hierarchy ? 2 : 3;
  if (step.at === "users")
    return <AssignUsersStep step={{ at: 3, of: steps }} site={step.site} onDone={onDone} />;
  if (step.at === "shop") {
    return (
      <ShopUserStep
        key={JSON.stringify(step.errors)}
        step={{ at: 2, of: steps }}
        siteName={values.name}
        initialValues={step.shopUser}
        initialErrors={step.errors}
        goBack={() => setStep({ at: "site" })}
        send={(shopUser) => create(values, shopUser)}
      />
    );
  }
  return (
    <WizardStep<SiteValues>
      title={texts.createTitle}
      step={{ at: 1, of: steps }}
      submit={texts.next}
      keepsUnsaved={values !== newSite}
      schema={newSiteForm(company)}
      initialValues={values}
      initialErrors={step.errors}
      checks={{ name: nameError }}
      send={next}
    >
      {(form) => <SiteFields company={company} form={form} />}
    </WizardStep>
  );
};

/** The dialog that creates a site: the site, its shop user unless that exists, and its users. */
export const CreateSite = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { company } = useSessionUser();
  return (
    <Wizard opened={opened} onClose={onClose}>
      {company && <Steps company={company} onDone={onClose} />}
    </Wizard>
  );
};
