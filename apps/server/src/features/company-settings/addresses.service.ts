import type { Address } from "@mcc/contract/company-settings/address.schema.ts";
import {
  ADDRESS_MAX,
  type AddressChanges,
  type NewAddress,
} from "@mcc/contract/company-settings/address-fields.schema.ts";
import { addressMessages } from "@mcc/contract/company-settings/addresses.messages.ts";
import { findRegion, regionsOf } from "@mcc/contract/company-settings/regions.ts";
import { fail, failField } from "@mcc/contract/kit/errors.ts";
import type { CompanyScope } from "../../platform/access/scope.ts";
import type { Page, Window } from "../../platform/lists/list.ts";
import type { Services } from "../../platform/services.ts";
import { addChangeEntry } from "../audit/audit.service.ts";
import * as queries from "./addresses.queries.ts";

type Place = Pick<Address, "country" | "region" | "region_code">;

/** The region as the country has it: one of its list, or any short text where it has none. */
const withRegion = <Given extends Place>(address: Given): Given => {
  const { country, region, region_code } = address;
  const regions = regionsOf(country);
  if (!regions) {
    if ((region?.length ?? 0) > ADDRESS_MAX.region)
      failField("region", addressMessages.regionLong(ADDRESS_MAX.region));
    return { ...address, region_code: null };
  }
  const given = region_code ?? region;
  if (given === null) return address;
  const found = findRegion(regions, given) ?? failField("region", addressMessages.regionUnknown);
  return { ...address, region: found.name, region_code: found.code };
};

export const addresses = async (scope: CompanyScope, { limit, offset }: Window): Promise<Page<Address>> => {
  const address = await queries.findBillingAddress(scope);
  const all = address ? [address] : [];
  return { count: all.length, results: all.slice(offset, offset + limit) };
};

/** The signed-in company admins have the address in their session. */
const announce = ({ changes }: Services, scope: CompanyScope): void =>
  scope.afterCommit(() => changes.announce({ kind: "company", companyId: scope.companyId, siteIds: "all" }));

export const createAddress = async (services: Services, scope: CompanyScope, fields: NewAddress) => {
  await queries.lockBillingAddress(scope);
  const replaced = await queries.findBillingAddress(scope);
  if (replaced) {
    await queries.deleteAddress(scope, replaced.id);
    await addChangeEntry(scope, { action: "address.deleted", record: replaced });
  }
  const record = await queries.addAddress(scope, withRegion(fields));
  await addChangeEntry(scope, { action: "address.created", record });
  announce(services, scope);
  return record;
};

/** A region of the old country says nothing about the new one. */
const regionAfter = (before: Address, changes: AddressChanges): Pick<Address, "region" | "region_code"> => {
  const { country = before.country, region, region_code } = changes;
  if (region !== undefined || region_code !== undefined)
    return { region: region ?? null, region_code: region_code ?? null };
  return country === before.country ? before : { region: null, region_code: null };
};

/** A change without effect is not audited. */
export const updateAddress = async (
  services: Services,
  scope: CompanyScope,
  id: number,
  changes: AddressChanges,
): Promise<Address> => {
  await queries.lockBillingAddress(scope);
  const before = await queries.findBillingAddress(scope);
  if (before?.id !== id) fail("not_found");
  const { region, region_code } = regionAfter(before, changes);
  const record = withRegion({ ...before, ...changes, region, region_code });
  if (JSON.stringify(record) === JSON.stringify(before)) return before;
  await queries.setAddress(scope, record);
  await addChangeEntry(scope, { action: "address.updated", record, before });
  announce(services, scope);
  return record;
};
