import { AccessPage as Questions } from "../../features/access/access-page.tsx";
import { UserAccess } from "../../features/users/user-access.tsx";

/** Questions about access; what a user may do is drawn as on the page of that user. */
export const AccessPage = () => <Questions userAnswer={(id) => <UserAccess key={id} id={id} named />} />;
