import { displayName } from "@mcc/contract/access/session.ts";
import { Logo } from "@mcc/ui/content/logo.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { useBrand } from "../../platform/theme/brand.ts";
import { shellTexts as says } from "../shell.texts.ts";
import { NavigationEntries } from "./navigation-entries.tsx";
import classes from "./sidebar.module.css";

/** The company's logo, its pages, and the signed-in user. */
export const Sidebar = ({ onNavigate }: { onNavigate?: () => void }) => {
  const user = useSessionUser();
  const { logoSidebar, name } = useBrand();
  return (
    <div className={classes.root}>
      <div className={classes.logo} data-shell-logo>
        <Logo src={logoSidebar} name={name} />
      </div>
      <NavigationEntries label={says.navigation} onNavigate={onNavigate} />
      <div className={classes.person}>
        <span className={classes.name}>{displayName(user)}</span>
        {user.role && <span className={classes.role}>{user.role.name}</span>}
      </div>
    </div>
  );
};
