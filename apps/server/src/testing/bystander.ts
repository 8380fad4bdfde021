import { documentList } from "@mcc/contract/documents/documents.api.ts";
import { orderList } from "@mcc/contract/orders/orders.api.ts";
import { setUpApprovalCompany } from "./approval-company.ts";
import { addDocument, openLink } from "./documents.ts";
import type { TestServer } from "./test-server.ts";

/** A user of a separate company, who works while another user misbehaves. */
export const openBystander = async (testServer: TestServer) => {
  const approvalCompany = await setUpApprovalCompany(testServer);
  const roleId = await approvalCompany.role();
  await approvalCompany.rule({ roleId, limit: 0 });
  const { token } = await approvalCompany.person({ roleId });
  await addDocument(testServer, { id: approvalCompany.site.id, companyId: approvalCompany.companyId });

  /** Sends an order, lists it, opens it, approves it and downloads a document; returns every status. */
  const workOnce = async (): Promise<number[]> => {
    const { identifier } = await approvalCompany.order("10.00");
    const listed = await testServer.call(orderList.page, { token });
    const opened = await approvalCompany.look(token, identifier);
    const approved = await approvalCompany.approve(token, identifier);
    const documents = await testServer.call(documentList.page, { token });
    const file = await openLink(testServer, documents.body.results[0]?.download_url ?? "");
    await file.arrayBuffer();
    return [listed, opened, approved, documents, file].map(({ status }) => status);
  };

  /** Works repeatedly while something else is running, at least once, and returns every status other than 200. */
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
  return { ...approvalCompany, token, workOnce, workDuring };
};
