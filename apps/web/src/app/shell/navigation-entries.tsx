import { tooltip } from "@mcc/ui/overlays/tooltip.ts";
import { Link } from "@tanstack/react-router";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { entriesOf } from "../navigation.ts";
import { useCurrentEntry } from "./current-entry.ts";
import classes from "./navigation-entries.module.css";

interface NavigationEntriesProps {
  readonly label: string;
  /** Icons only; the names are in tooltips. */
  readonly iconsOnly?: boolean;
  readonly onNavigate?: () => void;
}

/** The pages of the signed-in user. */
export const NavigationEntries = ({ label, iconsOnly, onNavigate }: NavigationEntriesProps) => {
  const entries = entriesOf(useSessionUser());
  const current = useCurrentEntry(entries.map(({ path }) => path));
  return (
    <nav className={classes.nav} data-icons-only={iconsOnly} aria-label={label}>
      {entries.map(({ path, label: name, entry }) => (
        <Link
          key={path}
          to={path}
          className={classes.entry}
          // The router knows only the address. What is current is decided above, and may be another entry.
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={path === current ? "page" : undefined}
          data-current={path === current || undefined}
          onClick={onNavigate}
          {...tooltip(iconsOnly ? name : undefined, { at: "right" })}
        >
          {entry && <entry.icon size={iconsOnly ? 20 : 18} stroke={1.6} aria-hidden />}
          <span className={classes.name}>{name}</span>
          {entry?.badge && <entry.badge />}
        </Link>
      ))}
    </nav>
  );
};
