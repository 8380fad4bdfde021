import { expect, test } from "vitest";
import { breakingChanges } from "./api-changes.ts";
import { type ApiDescription, describeApi, type Operation, type Schema } from "./api-description.ts";

const APPROVE = "POST /orders/{identifier}/approve/";
const SITES = "GET /sites/";
const CREATE = "POST /accounts/roles/";
const ORDER = "PUT /integration/v1/companies/{slug}/orders/{identifier}/";

const JSON_TYPE = "application/json";
const current = describeApi();

type Draft = {
  codes: string[];
  endpoints: Record<string, { -readonly [Key in keyof Operation]: Operation[Key] }>;
};
type Fields = { properties: Record<string, Schema>; required: string[] };

/** What is reported after a change by hand of the current description. */
const reported = (change: (draft: Draft) => void): string[] => {
  const draft = structuredClone(current) as unknown as Draft;
  change(draft);
  return breakingChanges(current, draft as unknown as ApiDescription);
};
const one = (draft: Draft, place: string) => {
  const operation = draft.endpoints[place];
  if (!operation) throw new Error(`${place} is not in the description.`);
  return operation;
};
const bodyOf = (draft: Draft, place: string) => one(draft, place).body[JSON_TYPE] as unknown as Fields;
const replyOf = (draft: Draft, place: string) => one(draft, place).reply[JSON_TYPE] as unknown as Fields;
const without = (names: readonly string[], gone: string) => names.filter((name) => name !== gone);

test("the API keeps what it promises as long as nothing changes, and additions break nothing (OPEN-005 partly)", () => {
  expect(breakingChanges(current, current)).toEqual([]);
  const added = reported((draft) => {
    draft.codes.push("order.new_reason");
    draft.endpoints["GET /new/"] = one(draft, SITES);
    replyOf(draft, APPROVE).properties.carrier = { type: "string" };
    replyOf(draft, APPROVE).required.push("carrier");
    replyOf(draft, APPROVE).properties.status = { type: "string", enum: ["Accepted", "On Hold"] };
    bodyOf(draft, CREATE).properties.color = { type: "string" };
    (one(draft, SITES).query as unknown as Fields).properties.color = { type: "string" };
  });
  expect(added).toEqual([]);
});

test("what a program relies on in a response is named when it goes or changes (OPEN-005)", () => {
  const changed = (change: (reply: Fields) => void) => reported((draft) => change(replyOf(draft, APPROVE)));
  expect(reported((draft) => delete draft.endpoints[APPROVE])).toEqual([`${APPROVE} is gone`]);
  expect(changed((reply) => delete reply.properties.po_number)).toEqual([
    `${APPROVE} response.po_number: is gone`,
  ]);
  expect(
    changed((reply) => {
      reply.properties.purchase_order = reply.properties.po_number as Schema;
      delete reply.properties.po_number;
    }),
  ).toEqual([`${APPROVE} response.po_number: is gone`]);
  expect(changed((reply) => (reply.properties.id = { type: "string" }))).toEqual([
    `${APPROVE} response.id: can be string now, and was number`,
  ]);
  expect(changed((reply) => (reply.properties.identifier = { type: ["string", "null"] }))).toEqual([
    `${APPROVE} response.identifier: can be null now, and was string`,
  ]);
  expect(changed((reply) => (reply.required = without(reply.required, "site")))).toEqual([
    `${APPROVE} response.site: can be missing now`,
  ]);
  expect(changed((reply) => (reply.properties.status = { type: "string" }))).toEqual([
    `${APPROVE} response.status: can have any value now`,
  ]);
  const inRows = reported((draft) => {
    const rows = replyOf(draft, SITES).properties.results as { items: Fields };
    delete rows.items.properties.region;
  });
  expect(inRows).toEqual([`${SITES} response.results[].region: is gone`]);
  expect(reported((draft) => draft.codes.splice(draft.codes.indexOf("order.already_approved"), 1))).toEqual([
    "The error code order.already_approved is gone",
  ]);
});

test("what a program sends is named when it is no longer accepted (OPEN-005)", () => {
  const changed = (change: (body: Fields) => void) => reported((draft) => change(bodyOf(draft, ORDER)));
  expect(
    changed((body) => {
      body.properties.cost_center = { type: "string" };
      body.required = [...(body.required ?? []), "cost_center"];
    }),
  ).toEqual([`${ORDER} body.cost_center: is required now`]);
  expect(changed((body) => (body.required = [...(body.required ?? []), "po_number"]))).toEqual([
    `${ORDER} body.po_number: is required now`,
  ]);
  expect(changed((body) => delete body.properties.po_number)).toEqual([`${ORDER} body.po_number: is gone`]);
  expect(changed((body) => (body.properties.po_number = { type: "string" }))).toEqual([
    `${ORDER} body.po_number: no longer accepts null, only string`,
  ]);
  const shorter = changed((body) => {
    body.properties.po_number = { anyOf: [{ type: "string", maxLength: 20 }, { type: "null" }] };
  });
  expect(shorter).toEqual([`${ORDER} body.po_number: maxLength is 20 now, and was 255`]);
  const queryOf = (draft: Draft) => one(draft, SITES).query as unknown as Fields;
  expect(reported((draft) => delete queryOf(draft).properties.region)).toEqual([
    `${SITES} query.region: is gone`,
  ]);
  expect(reported((draft) => queryOf(draft).required.push("region"))).toEqual([
    `${SITES} query.region: is required now`,
  ]);
  const orderings = reported((draft) => {
    queryOf(draft).properties.untrimmed = { type: "string", enum: ["true"] };
  });
  expect(orderings).toEqual([`${SITES} query.untrimmed: no longer accepts false`]);
});

test("a call that is renamed, or for other callers, is named (OPEN-005)", () => {
  expect(reported((draft) => (one(draft, APPROVE).name = "acceptOrder"))).toEqual([
    `${APPROVE} is named acceptOrder now, and was approveOrder`,
  ]);
  expect(reported((draft) => (one(draft, ORDER).caller = "key:documents"))).toEqual([
    `${ORDER} is for key:documents now, and was for key:orders`,
  ]);
  expect(one(structuredClone(current) as unknown as Draft, SITES).key).toBe("sites:read");
  expect(reported((draft) => delete one(draft, SITES).key)).toEqual([
    `${SITES} is for keys with no scope now, and was for keys with sites:read`,
  ]);
  expect(reported((draft) => (one(draft, SITES).key = "hierarchy:read"))).toEqual([
    `${SITES} is for keys with hierarchy:read now, and was for keys with sites:read`,
  ]);
  expect(reported((draft) => (one(draft, APPROVE).body = { [JSON_TYPE]: { type: "object" } }))).toEqual([
    `${APPROVE} body: is required now`,
  ]);
});
