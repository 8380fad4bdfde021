import { Button } from "@mantine/core";
import { Logo } from "@mcc/ui/content/logo.tsx";
import { Link, useLocation } from "@tanstack/react-router";
import { Page } from "../../platform/page/page.tsx";
import { type PageLink, toPage } from "../../platform/records/breadcrumbs.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { useBrand } from "../../platform/theme/brand.ts";
import { nearestPage } from "../navigation.ts";
import { shellTexts as says } from "../shell.texts.ts";
import { errorTexts } from "./error-page.texts.ts";
import classes from "./pages.module.css";

/** An address that is not a page of the signed-in user, or whose record does not exist; `data` leads back to its list. */
export const FallbackPage = ({ data }: { data?: unknown }) => {
  const { logo, name } = useBrand();
  const { pathname } = useLocation();
  const page = nearestPage(useSessionUser(), pathname);
  // The list of a record that does not exist, or the page whose address is most like this one.
  const near =
    (data as PageLink | undefined) ?? (page && { to: page.path, label: says.openPage(page.label) });
  return (
    <div className={classes.fallback}>
      <div className={classes.ownLogo}>
        <Logo src={logo} name={name} size="lg" />
      </div>
      <Page section={errorTexts.section} title={says.fallbackTitle}>
        <p>{says.fallbackText}</p>
        <p className={classes.hint}>{says.fallbackHint}</p>
        <div className={classes.ways}>
          {near && (
            <Button renderRoot={(props) => <Link {...props} {...toPage(near)} />}>{near.label}</Button>
          )}
          <Button variant={near ? "default" : "filled"} renderRoot={(props) => <Link {...props} to="/" />}>
            {says.home}
          </Button>
          {history.length > 1 && (
            <Button variant="default" onClick={() => history.back()}>
              {says.goBack}
            </Button>
          )}
        </div>
      </Page>
    </div>
  );
};
