import { Link } from "@tanstack/react-router";
import { shellTexts as says } from "../shell.texts.ts";
import classes from "./platform-links.module.css";

const LINKS = [
  { to: "/companies", label: "Companies" },
  { to: "/api-keys", label: "API Keys" },
  { to: "/event-deliveries", label: "Event Deliveries" },
  { to: "/jobs", label: "Jobs" },
  { to: "/checklist", label: "Checklist" },
] as const;

/** The pages inside the one area of a platform admin, who has no sidebar. */
export const PlatformLinks = () => (
  <nav className={classes.links} aria-label={says.platform}>
    {LINKS.map(({ to, label }) => (
      <Link key={to} to={to} className={classes.link}>
        {label}
      </Link>
    ))}
  </nav>
);
