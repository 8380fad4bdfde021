import { canLogInAs } from "@mcc/contract/sites/login-as.rules.ts";
import type { SiteRow } from "@mcc/contract/sites/sites.schema.ts";
import { IconAction } from "@mcc/ui/buttons/icon-action.tsx";
import { IconBuildingStore } from "@tabler/icons-react";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { loginAs, loginAsTexts as texts } from "./login-as.ts";

/** The button that opens the storefront as a site, for those who may. */
export const LoginAsAction = ({ site }: { site: SiteRow }) =>
  canLogInAs(useSessionUser(), site) && (
    <IconAction
      label={texts.label}
      about={site.name}
      icon={<IconBuildingStore size={18} stroke={1.6} aria-hidden />}
      onClick={() => void loginAs(site.id)}
    />
  );
