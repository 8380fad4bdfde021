import { Anchor } from "@mantine/core";
import { Logo } from "@mcc/ui/logo.tsx";
import { Link } from "@tanstack/react-router";
import { Page } from "../platform/page/page.tsx";
import { useBrand } from "../platform/theme/brand.ts";
import classes from "./pages.module.css";
import { shellTexts as says } from "./shell.texts.ts";

/** Any address outside the pages of whoever is signed in. */
export const FallbackPage = () => {
  const { logo, name } = useBrand();
  return (
    <div className={classes.fallback}>
      <Logo src={logo} name={name} size="lg" />
      <Page section={says.fallbackSection} title={says.fallbackTitle}>
        <p>{says.fallbackText}</p>
        <Anchor component={Link} to="/">
          {says.home}
        </Anchor>
      </Page>
    </div>
  );
};
