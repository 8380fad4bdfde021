import type { Address } from "@mcc/contract/company-settings/address.schema.ts";
import { addresses, createAddress, updateAddress } from "@mcc/contract/company-settings/addresses.api.ts";
import { call, queryFor } from "../../platform/api/call.ts";
import { queryClient } from "../../platform/api/query-client.ts";
import { saveRecord } from "../../platform/records/action.ts";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { EditForm } from "../../platform/records/forms/edit-form.tsx";
import { RecordPage } from "../../platform/records/record-page.tsx";
import { useRecord } from "../../platform/records/use-record.ts";
import { authState } from "../../platform/session/auth-state.ts";
import { AddressFields } from "./address-fields.tsx";
import {
  AddressForm,
  type AddressValues,
  addressBody,
  addressFieldOf,
  addressValues,
} from "./address-form.ts";
import { companyTexts as texts } from "./company-settings.texts.ts";

const everyAddress = { query: {} };

/** Shown at once: on this page, and to whoever reads the signed-in user's company. */
const keepAddress = (address: Address): void => {
  queryClient.setQueryData(
    queryFor(addresses, everyAddress).queryKey,
    (page) => page && { ...page, count: 1, results: [address] },
  );
  authState.updateCompany({ default_billing_address: address });
};

const save = (id: number | undefined, values: AddressValues): Promise<void> => {
  const body = addressBody(values);
  return saveRecord({
    send: () =>
      id === undefined ? call(createAddress, { body }) : call(updateAddress, { params: { id }, body }),
    success: texts.saved,
    failure: texts.saveFailed,
    onSuccess: keepAddress,
  });
};

const home = { to: "/configuration/general", label: texts.general } as const;

/** The form of the company's billing address. */
export const BillingPage = () => {
  // Not cached: the form starts with the address as the server has it now.
  const loaded = useRecord(addresses, everyAddress, { failed: texts.loadFailed, gcTime: 0 });
  return (
    <RecordPage
      title={texts.billing}
      breadcrumbs={breadcrumbs([CONFIGURATION, home], texts.billing)}
      back={{ ...home, label: texts.back }}
      failed={texts.loadFailed}
      loaded={loaded}
    >
      {({ results: [address] }) => (
        <EditForm<AddressValues>
          key={address?.id ?? "new"}
          schema={AddressForm as never}
          initialValues={addressValues(address)}
          fieldOf={addressFieldOf}
          submit={texts.save}
          send={(values) => save(address?.id, values)}
        >
          {(form) => <AddressFields form={form} />}
        </EditForm>
      )}
    </RecordPage>
  );
};
