import { orderDocumentList } from "@mcc/contract/documents/documents.api.ts";
import type { ListQuery } from "@mcc/contract/kit/list.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { IconReceiptOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { type ListParams, listPageQuery } from "../../platform/lists/list-page.ts";
import { useListReturnState } from "../../platform/lists/list-return-state.ts";
import { useListState } from "../../platform/lists/list-state.ts";
import { Page } from "../../platform/page/page.tsx";
import { ReturnLink } from "../../platform/page/return-link.tsx";
import { TextLink } from "../../platform/page/text-link.tsx";
import { breadcrumbs } from "../../platform/records/breadcrumbs.tsx";
import { DocumentTable, isUnknown } from "./document-table.tsx";
import { documentTexts as texts } from "./documents.texts.ts";

/** The documents of an order that does not exist, or that the user cannot see, are not found. */
const useIsUnknown = (state: ListQuery, params: ListParams): boolean => {
  const { error } = useQuery(listPageQuery(orderDocumentList.page, state, params));
  return isUnknown(error);
};

interface OrderDocumentsPageProps {
  /** Buttons beside the title. */
  readonly actions?: (identifier: string) => ReactNode;
}

export const OrderDocumentsPage = ({ actions }: OrderDocumentsPageProps) => {
  const { orderId: identifier = "" } = useParams({ strict: false });
  const params = useMemo(() => ({ identifier }), [identifier]);
  const list = useListState(orderDocumentList);
  const listReturn = useListReturnState();
  const from = listReturn?.from ?? { to: "/orders", name: texts.orders, label: texts.returnToOrders };
  const toList = { to: from.to, search: listReturn?.back ?? {} };
  const listLink = <ReturnLink {...toList}>{from.name}</ReturnLink>;
  const wayBack = <ReturnLink {...toList}>{from.label}</ReturnLink>;
  if (useIsUnknown(list.state, params)) {
    return (
      <Page
        section={texts.section}
        title={texts.documents}
        breadcrumbs={breadcrumbs([listLink], texts.documents)}
      >
        <EmptyState icon={<IconReceiptOff size={28} stroke={1.5} />} action={wayBack}>
          {texts.orderNotFound(identifier)}
        </EmptyState>
      </Page>
    );
  }
  const orderLink = (
    <TextLink to="/orders/$orderId" params={{ orderId: identifier }} state={{ listReturn }}>
      {texts.order(identifier)}
    </TextLink>
  );
  return (
    <Page
      section={texts.section}
      title={texts.orderDocuments(identifier)}
      breadcrumbs={breadcrumbs([listLink, orderLink], texts.documents)}
      actions={actions?.(identifier)}
    >
      <DocumentTable key={identifier} list={list} params={params} />
    </Page>
  );
};
