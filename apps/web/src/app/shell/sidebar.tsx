import { displayName } from "@mcc/contract/access/session.ts";
import { Logo } from "@mcc/ui/logo.tsx";
import { Link } from "@tanstack/react-router";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { useBrand } from "../../platform/theme/brand.ts";
import { entriesOf } from "../navigation.ts";
import { shellTexts as says } from "../shell.texts.ts";
import classes from "./sidebar.module.css";

/** The company's logo, its pages, and the signed-in user. */
export const Sidebar = ({ onNavigate }: { onNavigate?: () => void }) => {
  const user = useSessionUser();
  const { logo, name } = useBrand();
  return (
    <div className={classes.root}>
      <div className={classes.logo}>
        <Logo src={logo} name={name} />
      </div>
      <nav className={classes.nav} aria-label={says.navigation}>
        {entriesOf(user).map(({ path, label, entry }) => (
          <Link
            key={path}
            to={path}
            className={classes.entry}
            activeOptions={{ exact: path === "/", includeSearch: false }}
            onClick={onNavigate}
          >
            {entry && <entry.icon size={18} stroke={1.6} aria-hidden />}
            {label}
            {entry?.badge && <entry.badge />}
          </Link>
        ))}
      </nav>
      <div className={classes.person}>
        <span className={classes.name}>{displayName(user)}</span>
        {user.role && <span className={classes.role}>{user.role.name}</span>}
      </div>
    </div>
  );
};
