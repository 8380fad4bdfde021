import { OwnAssistants } from "../../features/assistants/own-assistants.tsx";
import { DelegationsCard } from "../../features/delegations/delegations-card.tsx";
import { DeputyDecisionsCard } from "../../features/delegations/deputy-decisions-card.tsx";
import { OwnFactors } from "../../features/factors/own-factors.tsx";
import { ProfilePage as OwnProfilePage } from "../../features/profile/profile-page.tsx";
import { OwnSignIns } from "../../features/security/own-sign-ins.tsx";

/** The profile, with second factors, assistants, sign-ins and deputies. Features meet in `app`. */
export const ProfilePage = () => (
  <OwnProfilePage
    more={[<DelegationsCard key="deputies" />, <DeputyDecisionsCard key="decisions" />]}
    security={[
      <OwnFactors key="factors" />,
      <OwnAssistants key="assistants" />,
      <OwnSignIns key="sign-ins" />,
    ]}
  />
);
