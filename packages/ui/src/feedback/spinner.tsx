import { Loader } from "@mantine/core";
import classes from "../overlays/full-screen.module.css";

/** Covers the page during blocking work. */
export const Spinner = ({ label = "Loading" }: { label?: string }) => (
  <div className={classes.veil} role="status">
    <Loader aria-hidden />
    <span className={classes.unseen}>{label}</span>
  </div>
);
