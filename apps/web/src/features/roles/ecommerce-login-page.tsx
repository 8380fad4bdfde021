import { useSessionUser } from "../../platform/session/session-user.ts";
import { RoleSwitches } from "./role-switches.tsx";
import { roleTexts as texts } from "./roles.texts.ts";

/** Which roles may log in to the storefront of their sites. */
export const EcommerceLoginPage = () => {
  const { company } = useSessionUser();
  return (
    <RoleSwitches title={texts.loginTitle} right="can_impersonate" label={texts.login}>
      {company?.ecommerce_url ? texts.loginHint : texts.noStorefront}
    </RoleSwitches>
  );
};
