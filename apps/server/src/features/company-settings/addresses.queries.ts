import type { Address } from "@mcc/contract/company-settings/address.schema.ts";
import { sql } from "kysely";
import type { CompanyScope } from "../../platform/access/scope.ts";

const FIELDS = [
  "id",
  "name",
  "name_ext",
  "phone",
  "email",
  "street",
  "street2",
  "postal_code",
  "city",
  "region",
  "region_code",
  "country",
  "is_default_billing_address",
] as const;

/** Billing addresses of a company change one after the other. */
export const lockBillingAddress = ({ db, companyId }: CompanyScope) =>
  db
    .selectFrom("company_configurations")
    .select("company_id")
    .where("company_id", "=", companyId)
    .forUpdate()
    .executeTakeFirst();

export const findBillingAddress = ({ db, companyId }: CompanyScope) =>
  db
    .selectFrom("addresses")
    .select(FIELDS)
    .where("company_id", "=", companyId)
    .where("is_default_billing_address", "=", true)
    .executeTakeFirst();

export const addAddress = ({ db }: CompanyScope, address: Omit<Address, "id">) =>
  db.insertInto("addresses").values(address).returning(FIELDS).executeTakeFirstOrThrow();

export const setAddress = ({ db, companyId }: CompanyScope, { id, ...address }: Address) =>
  db
    .updateTable("addresses")
    .set({ ...address, updated_at: sql`now()` })
    .where("company_id", "=", companyId)
    .where("id", "=", id)
    .execute();

export const deleteAddress = ({ db, companyId }: CompanyScope, id: number) =>
  db.deleteFrom("addresses").where("company_id", "=", companyId).where("id", "=", id).execute();
