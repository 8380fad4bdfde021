import { unreadAlerts } from "@mcc/contract/alerts/unread-alerts.api.ts";
import { useQuery } from "@tanstack/react-query";
import { queryFor } from "../../platform/api/call.ts";

/** How many alerts the user has not read, and the newest of them. */
export const useUnreadAlerts = () => useQuery(queryFor(unreadAlerts, {})).data ?? { count: 0, newest: null };
