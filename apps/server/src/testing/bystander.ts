import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { openOffice } from "./approvals.ts";
import { addDocument, openLink } from "./documents.ts";
import type { House } from "./house.ts";

/** A user of a company of their own, who works while somebody else misbehaves. */
export const openBystander = async (house: House) => {
  const office = await openOffice(house);
  const roleId = await office.role();
  await office.rule({ roleId, limit: 0 });
  const { token } = await office.person({ roleId });
  await addDocument(house, { id: office.site.id, companyId: office.companyId });

  /** Sends an order, lists it, opens it, approves it and downloads a document; answers every status. */
  const workOnce = async (): Promise<number[]> => {
    const { identifier } = await office.order("10.00");
    const listed = await house.call(orderList.page, { token });
    const opened = await office.look(token, identifier);
    const approved = await office.approve(token, identifier);
    const documents = await house.call(documentList.page, { token });
    const file = await openLink(house, documents.body.results[0]?.download_url ?? "");
    await file.arrayBuffer();
    return [listed, opened, approved, documents, file].map(({ status }) => status);
  };

  /** Works again and again for as long as something else lasts, at least once, and answers what was not 200. */
  const workDuring = async (abuse: Promise<unknown>): Promise<number[]> => {
    let isOver = false;
    const over = abuse.finally(() => {
      isOver = true;
    });
    const statuses: number[] = [];
    do statuses.push(...(await workOnce()));
    while (!isOver);
    await over;
    return statuses.filter((status) => status !== 200);
  };
  return { ...office, token, workOnce, workDuring };
};
