import { DelegationsCard } from "../features/approvals/delegations-card.tsx";
import { ProfilePage as OwnProfilePage } from "../features/profile/profile-page.tsx";

/** The profile, with the deputies of the approvals feature. Features meet in `app`. */
export const ProfilePage = () => <OwnProfilePage deputies={<DelegationsCard />} />;
