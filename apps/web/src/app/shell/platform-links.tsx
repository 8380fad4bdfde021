import { Link, useLocation } from "@tanstack/react-router";
import { shellTexts as says } from "../shell.texts.ts";
import classes from "./platform-links.module.css";

const LINKS = [
  { to: "/companies", label: "Companies" },
  { to: "/api-keys", label: "API Keys" },
  { to: "/event-deliveries", label: "Event Deliveries" },
  { to: "/jobs", label: "Jobs" },
  { to: "/checklist", label: "Checklist" },
] as const;

/** The pages inside the one area of a platform admin, who has no sidebar. Companies is the home page too. */
export const PlatformLinks = () => {
  const isHome = useLocation({ select: ({ pathname }) => pathname === "/" });
  return (
    <nav className={classes.links} aria-label={says.platform}>
      {LINKS.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          className={classes.link}
          {...(isHome && to === "/companies" && { "aria-current": "page" })}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
};
