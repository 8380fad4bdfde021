import { Logo } from "@mcc/ui/content/logo.tsx";
import { Page } from "../../platform/page/page.tsx";
import { TextLink } from "../../platform/page/text-link.tsx";
import type { PageLink } from "../../platform/records/breadcrumbs.tsx";
import { useBrand } from "../../platform/theme/brand.ts";
import { shellTexts as says } from "../shell.texts.ts";
import { errorTexts } from "./error-page.texts.ts";
import classes from "./pages.module.css";

/** An address that is not a page of the signed-in user, or whose record does not exist; `data` leads back to its list. */
export const FallbackPage = ({ data }: { data?: unknown }) => {
  const { logo, name } = useBrand();
  const back = data as PageLink | undefined;
  return (
    <div className={classes.fallback}>
      <div className={classes.ownLogo}>
        <Logo src={logo} name={name} size="lg" />
      </div>
      <Page section={errorTexts.section} title={says.fallbackTitle}>
        <p>{says.fallbackText}</p>
        {back && <TextLink to={back.to}>{back.label}</TextLink>}
        <TextLink to="/">{says.home}</TextLink>
      </Page>
    </div>
  );
};
