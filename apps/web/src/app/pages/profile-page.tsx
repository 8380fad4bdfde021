import { DelegationsCard } from "../../features/delegations/delegations-card.tsx";
import { DeputyDecisionsCard } from "../../features/delegations/deputy-decisions-card.tsx";
import { ProfilePage as OwnProfilePage } from "../../features/profile/profile-page.tsx";

/** The profile, with the deputies of the delegations feature. Features meet in `app`. */
export const ProfilePage = () => (
  <OwnProfilePage deputies={[<DelegationsCard key="deputies" />, <DeputyDecisionsCard key="decisions" />]} />
);
