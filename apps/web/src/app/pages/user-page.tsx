import { displayName } from "@mcc/contract/access/session.ts";
import { DelegationsCard } from "../../features/delegations/delegations-card.tsx";
import { UserFactors } from "../../features/factors/user-factors.tsx";
import { UserIdentities } from "../../features/single-sign-on/user-identities.tsx";
import { UserPage as UserRecordPage } from "../../features/users/user-page.tsx";

/** The page of a user, with deputies, second factors and single sign-on. Features meet in `app`. */
export const UserPage = () => (
  <UserRecordPage
    more={(user) => [
      <DelegationsCard
        key="deputies"
        user={{
          id: user.id,
          name: displayName(user),
          mayApprove: user.is_approver || user.is_company_admin,
        }}
      />,
      <UserFactors key="factors" id={user.id} name={displayName(user)} />,
      <UserIdentities key="identities" id={user.id} name={displayName(user)} />,
    ]}
  />
);
