import { can } from "@mcc/contract/access/permissions.ts";
import { lazyRouteComponent } from "@tanstack/react-router";
import { NeedsYou } from "../features/approvals/needs-you.tsx";
import { HomePage as MemberHomePage } from "../features/home/home-page.tsx";
import { LastOrders } from "../features/orders/last-orders.tsx";
import { OrdersEmptyState } from "../features/orders/orders-empty-state.tsx";
import { useSessionUser } from "../platform/session/session-user.ts";

const CompaniesPage = lazyRouteComponent(
  () => import("../features/companies/companies-page.tsx"),
  "CompaniesPage",
);

/** The page at `/`: for users of a company with parts of the orders and approvals features, for platform admins another. */
export const HomePage = () =>
  can(useSessionUser(), "company:member") ? (
    <MemberHomePage
      needsUser={<NeedsYou />}
      orderTable={(props) => <LastOrders {...props} />}
      noOrders={<OrdersEmptyState />}
    />
  ) : (
    <CompaniesPage />
  );
