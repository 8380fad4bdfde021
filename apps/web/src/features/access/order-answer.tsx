import { Skeleton } from "@mantine/core";
import { orderAccess } from "@mcc/contract/access/access-questions.api.ts";
import type { OrderAccess } from "@mcc/contract/access/access-questions.schema.ts";
import { PENDING } from "@mcc/contract/orders/orders.schema.ts";
import { PlainTable } from "@mcc/ui/tables/plain-table.tsx";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";
import { TextLink } from "../../platform/page/text-link.tsx";
import { LoadFailed } from "../../platform/records/load-failed.tsx";
import classes from "./access.module.css";
import { accessTexts as texts } from "./access.texts.ts";

type Approver = OrderAccess["approvers"][number];

const columns = [
  {
    label: texts.user,
    cell: ({ id, name, username }: Approver) => (
      <TextLink to="/users/$userId" params={{ userId: String(id) }} title={username}>
        {name}
      </TextLink>
    ),
  },
  { label: texts.why, cell: (approver: Approver) => texts.entitlement(approver) },
];

/** Who may approve an order now, and why. */
export const OrderAnswer = ({ identifier }: { identifier: string }) => {
  const { data, error, refetch } = useQuery(queryFor(orderAccess, { params: { identifier } }));
  if (!data)
    return error ? <LoadFailed retry={refetch}>{texts.failed}</LoadFailed> : <Skeleton height={160} />;
  const { approvers, barred, steps } = data;
  const title = texts.whoApproves(data.identifier);
  return (
    <>
      <h3>{title}</h3>
      <p className={classes.why}>
        {texts.orderAt(data)}.{" "}
        <TextLink to="/orders/$orderId" params={{ orderId: data.identifier }}>
          {texts.openOrder}
        </TextLink>
      </p>
      <PlainTable
        label={title}
        columns={columns}
        rows={approvers}
        rowKey={({ id }) => id}
        empty={data.status === PENDING ? texts.nobody : texts.notPending}
      />
      {barred.length > 0 && <p>{texts.barred(barred.map(({ name }) => name).join(", "))}</p>}
      {steps.length > 0 && (
        <div className={classes.part}>
          <h3>{texts.steps}</h3>
          <ul>
            {steps.map((step) => (
              <li key={step.position}>{texts.step(step)}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
};
