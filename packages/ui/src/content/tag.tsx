import classes from "./tag.module.css";

export type Tone = "neutral" | "info" | "good" | "warn" | "bad";

/** A status as a colored label. The color adds no information to the text. */
export const Tag = ({ tone = "neutral", children }: { tone?: Tone; children: string }) => (
  <span className={classes.tag} data-tone={tone}>
    {children}
  </span>
);
