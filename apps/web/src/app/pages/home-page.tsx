import { can } from "@mcc/contract/access/permissions.ts";
import { NeedsYou } from "../../features/decisions/pending/needs-you.tsx";
import { HomePage as MemberHomePage } from "../../features/home/home-page.tsx";
import { LastOrders } from "../../features/orders/last-orders.tsx";
import { OrdersEmptyState } from "../../features/orders/orders-empty-state.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { lazyPage } from "../lazy-pages/lazy-page.tsx";

const CompaniesPage = lazyPage(
  "/companies",
  async () => (await import("../../features/companies/companies-page.tsx")).CompaniesPage,
);

/** The page at `/`: for users of a company with parts of the orders and decisions features, for platform admins another. */
export const HomePage = () =>
  can(useSessionUser(), "company:member") ? (
    <MemberHomePage
      needsUser={(orders) => <NeedsYou {...orders} />}
      orderTable={(props) => <LastOrders {...props} />}
      noOrders={<OrdersEmptyState />}
    />
  ) : (
    <CompaniesPage />
  );
