import { Logo } from "@mcc/ui/content/logo.tsx";
import type { ReactNode } from "react";
import { OFFLINE, useOnline } from "../../platform/api/use-online.ts";
import { usePageTitle } from "../../platform/page/page-title.ts";
import { useBrand } from "../../platform/theme/brand.ts";
import classes from "./sign-in-layout.module.css";

interface SignInLayoutProps {
  readonly heading: string;
  /** The title of the browser tab; the login page has only the company's label. */
  readonly title?: string;
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

/** The layout of every screen before sign-in: logo, heading, one card. */
export const SignInLayout = ({ heading, title, children, below }: SignInLayoutProps) => {
  const { logoLogin, label } = useBrand();
  const online = useOnline();
  usePageTitle(title);
  return (
    <main className={classes.page}>
      <div className={classes.column}>
        <Logo src={logoLogin} name={label} size="lg" />
        <section className={classes.card} aria-labelledby="entrance-heading">
          <h1 className={classes.heading} id="entrance-heading" tabIndex={-1} data-page-heading>
            {heading}
          </h1>
          <div role="status">{!online && <p className={classes.words}>{OFFLINE}</p>}</div>
          {children}
        </section>
        {below && <div className={classes.below}>{below}</div>}
      </div>
    </main>
  );
};
