import { displayName } from "@mcc/contract/access/session.ts";
import { DelegationsCard } from "../../features/delegations/delegations-card.tsx";
import { UserPage as UserRecordPage } from "../../features/users/user-page.tsx";

/** The page of a user, with the deputies of the delegations feature. Features meet in `app`. */
export const UserPage = () => (
  <UserRecordPage
    deputies={(user) => (
      <DelegationsCard
        user={{
          id: user.id,
          name: displayName(user),
          mayApprove: user.is_approver || user.is_company_admin,
        }}
      />
    )}
  />
);
