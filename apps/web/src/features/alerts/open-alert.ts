import { markAlertRead } from "@mcc/contract/alerts/alerts.api.ts";
import type { Alert } from "@mcc/contract/alerts/alerts.schema.ts";
import { linkOptions, useNavigate } from "@tanstack/react-router";
import { call } from "../../platform/api/call.ts";
import { refreshAlerts } from "./refresh-alerts.ts";

/** Nothing is said if it fails: the alert stays unread, and can be opened again. */
export const markRead = async ({ id, unread }: Alert): Promise<void> => {
  if (!unread) return;
  await call(markAlertRead, { params: { id } }).catch(() => undefined);
  await refreshAlerts();
};

export const orderLink = (identifier: string) =>
  linkOptions({ to: "/orders/$orderId", params: { orderId: identifier } });

/** Opening an alert marks it as read, and leads to its order if it has one. */
export const useOpenAlert = () => {
  const navigate = useNavigate();
  return (alert: Alert): void => {
    void markRead(alert);
    if (alert.order) void navigate(orderLink(alert.order.identifier));
  };
};
