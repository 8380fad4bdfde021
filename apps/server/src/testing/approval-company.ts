import {
  approveOrder,
  changeOrderFields,
  changeOrderLine,
  previewOrderFields,
  previewOrderLine,
  rejectOrder,
} from "@mcc/contract/decisions/decisions.api.ts";
import { upsertOrder } from "@mcc/contract/integration/integration.api.ts";
import { findOrder, removeOrderLine } from "@mcc/contract/orders/orders.api.ts";
import { addRule, addShop, addSite } from "./integration.ts";
import { addPerson, addRole, type CompanyTraits, type PersonTraits, tokenFor } from "./people.ts";
import type { TestServer } from "./test-server.ts";

type RuleTraits = Parameters<typeof addRule>[2];
type Site = Awaited<ReturnType<typeof addSite>>;

let made = 0;

/** Sent again while the server is busy, as senders do: nothing was changed then. */
export const sent = async <Answer extends { readonly status: number }>(
  send: () => Promise<Answer>,
): Promise<Answer> => {
  const answer = await send();
  return answer.status === 503 ? sent(send) : answer;
};

/** A company with approvals on: its first site, a key for its orders, and helpers for its users and rules. */
export const setUpApprovalCompany = async (testServer: TestServer, traits: Partial<CompanyTraits> = {}) => {
  const shop = await addShop(testServer, { approvals: true, ...traits });
  const { companyId, slug, headers } = shop;

  const assign = (userId: number, siteId: number) =>
    testServer.sql("insert into site_users (company_id, site_id, user_id) values ($1, $2, $3)", [
      companyId,
      siteId,
      userId,
    ]);

  /** A user who sees the given sites; a company admin sees them all. */
  const person = async ({
    sites = [shop.site],
    ...more
  }: Partial<PersonTraits> & { sites?: Site[] } = {}) => {
    const { id, username, email } = await addPerson(testServer, companyId, more);
    if (!more.admin) for (const { id: siteId } of sites) await assign(id, siteId);
    return { id, username, email, token: await tokenFor(testServer, username) };
  };

  interface Sent {
    site?: Site;
    lines?: object[];
    creator?: string;
    fields?: object;
  }
  /** An order as the provider sends it, for the first time or again: one line of the total, or the given ones. */
  const sendOrder = (identifier: string, total: string, { site = shop.site, lines, creator, fields }: Sent) =>
    sent(() =>
      testServer.call(upsertOrder, {
        params: { slug, identifier },
        headers,
        body: {
          ecommerce_username: site.shopUser,
          ...(creator ? { creator: { username: creator } } : {}),
          ...fields,
          lines: lines ?? [
            { product: "P", text: "Valve", sku: "P", quantity: 1, base_unit_price_value: total },
          ],
        } as never,
      }),
    );
  /** An order that has arrived. */
  const order = async (total: string, { identifier, ...more }: Sent & { identifier?: string } = {}) => {
    const { status, body } = await sendOrder(identifier ?? `A-${++made}`, total, more);
    if (status !== 200) throw new Error(`The order was refused: ${status} ${JSON.stringify(body)}`);
    return body;
  };

  return {
    ...shop,
    assign,
    person,
    sendOrder,
    order,
    role: (name?: string) => addRole(testServer, companyId, { name }),
    rule: (rule: RuleTraits) => addRule(testServer, companyId, rule),
    addSite: (more: { nodeId?: number; name?: string } = {}) => addSite(testServer, companyId, more),
    approve: (token: string, identifier: string) =>
      testServer.call(approveOrder, { token, params: { identifier } }),
    reject: (token: string, identifier: string, note?: string) =>
      testServer.call(rejectOrder, {
        token,
        params: { identifier },
        body: note === undefined ? {} : { note },
      }),
    remove: (token: string, identifier: string, product: string) =>
      testServer.call(removeOrderLine, { token, params: { identifier }, body: { product } }),
    changeLine: (token: string, identifier: string, id: number, quantity: unknown, reason = "Enough") =>
      testServer.call(changeOrderLine, {
        token,
        params: { identifier, id },
        body: { quantity: quantity as number, reason },
      }),
    changeFields: (token: string, identifier: string, fields: object) =>
      testServer.call(changeOrderFields, {
        token,
        params: { identifier },
        body: { reason: "The other job", ...fields },
      }),
    previewLine: (token: string, identifier: string, id: number, quantity: unknown) =>
      testServer.call(previewOrderLine, {
        token,
        params: { identifier, id },
        body: { quantity: quantity as number },
      }),
    previewFields: (token: string, identifier: string, fields: object) =>
      testServer.call(previewOrderFields, { token, params: { identifier }, body: fields }),
    look: (token: string, identifier: string) =>
      testServer.call(findOrder, { token, params: { identifier } }),
  };
};
export type ApprovalCompany = Awaited<ReturnType<typeof setUpApprovalCompany>>;
