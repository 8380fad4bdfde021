import { z } from "zod";
import { endpoint } from "../kit/endpoint.ts";
import { pathId } from "../kit/id.ts";
import { pagedQuery, pageSchema } from "../kit/list.ts";
import { Address } from "./address.schema.ts";
import { AddressChanges, NewAddress } from "./address-fields.schema.ts";

const path = "/accounts/addresses/";

export const addresses = endpoint({
  method: "GET",
  path,
  summary: "List the company's addresses: the billing address, or none",
  allow: "company-admin",
  query: pagedQuery(),
  reply: pageSchema(Address),
});

export const createAddress = endpoint({
  method: "POST",
  path,
  summary: "Set the company's billing address",
  description: "It takes the place of the one the company has.",
  allow: "company-admin",
  body: NewAddress,
  reply: Address,
});

export const updateAddress = endpoint({
  method: "PATCH",
  path: `${path}:id/`,
  summary: "Change the company's billing address; what is left out stays",
  description: "Another country without a region takes the region along.",
  allow: "company-admin",
  params: z.object({ id: pathId }),
  body: AddressChanges,
  reply: Address,
  fails: ["not_found"],
});
