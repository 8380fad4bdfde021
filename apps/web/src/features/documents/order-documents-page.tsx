import { orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import { useParams } from "@tanstack/react-router";
import { useMemo } from "react";
import { useHandover } from "../../platform/handover.ts";
import { Page } from "../../platform/page.tsx";
import { TextLink } from "../../platform/text-link.tsx";
import { DocumentTable } from "./document-table.tsx";
import { documentTexts as texts } from "./documents.texts.ts";

export const OrderDocumentsPage = () => {
  const { orderId: identifier = "" } = useParams({ strict: false }) as { orderId?: string };
  const params = useMemo(() => ({ identifier }), [identifier]);
  const handover = useHandover();
  const crumbs = [
    {
      key: "orders",
      node: (
        <TextLink to="/orders" search={handover?.back ?? {}}>
          {texts.orders}
        </TextLink>
      ),
    },
    {
      key: "order",
      node: (
        <TextLink to="/orders/$orderId" params={{ orderId: identifier }} state={{ handover }}>
          {texts.order(identifier)}
        </TextLink>
      ),
    },
    { key: "documents", node: <span aria-current="page">{texts.documents}</span> },
  ];
  return (
    <Page section={texts.section} title={texts.orderDocuments(identifier)} breadcrumbs={crumbs}>
      <DocumentTable key={identifier} list={orderDocumentList} params={params} />
    </Page>
  );
};
