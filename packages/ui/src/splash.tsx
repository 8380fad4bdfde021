import { Loader } from "@mantine/core";
import classes from "./full-screen.module.css";
import { Logo } from "./logo.tsx";

interface SplashProps {
  readonly logo: string | null | undefined;
  readonly name: string;
}

/** The first screen: the company's logo while the session loads. */
export const Splash = ({ logo, name }: SplashProps) => (
  <div className={classes.splash} role="status">
    <Logo src={logo} name={name} size="lg" />
    <Loader type="dots" aria-hidden />
    <span className={classes.unseen}>Loading</span>
  </div>
);
