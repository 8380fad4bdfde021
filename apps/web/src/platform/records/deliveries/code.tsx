import classes from "./code.module.css";

/** An address, an id or an answer, broken anywhere. */
export const Code = ({ children }: { readonly children: string }) => (
  <span className={classes.code}>{children}</span>
);
