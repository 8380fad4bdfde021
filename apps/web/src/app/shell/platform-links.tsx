import { Link, useLocation } from "@tanstack/react-router";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { pagesOf } from "../navigation.ts";
import { shellTexts as says } from "../shell.texts.ts";
import classes from "./platform-links.module.css";

/** The pages inside the one area of a platform admin, who has no sidebar. Companies is the home page too. */
export const PlatformLinks = () => {
  const links = pagesOf(useSessionUser()).filter(({ isLinked }) => isLinked);
  const isHome = useLocation({ select: ({ pathname }) => pathname === "/" });
  return (
    <nav className={classes.links} aria-label={says.platform}>
      {links.map(({ path, label }) => (
        <Link
          key={path}
          to={path}
          className={classes.link}
          {...(isHome && path === "/companies" && { "aria-current": "page" })}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
};
