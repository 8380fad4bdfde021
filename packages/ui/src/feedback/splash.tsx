import { Loader } from "@mantine/core";
import type { ReactNode } from "react";
import { Logo } from "../content/logo.tsx";
import classes from "../overlays/full-screen.module.css";

interface SplashProps {
  readonly logo: string | null | undefined;
  readonly name: string;
  /** Why it takes longer. */
  readonly children?: ReactNode;
}

/** The first screen: the company's logo while the session loads. */
export const Splash = ({ logo, name, children }: SplashProps) => (
  <div className={classes.splash} role="status">
    <Logo src={logo} name={name} size="lg" />
    <Loader type="dots" aria-hidden />
    <span className={classes.unseen}>Loading</span>
    {children}
  </div>
);
