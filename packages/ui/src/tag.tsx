import classes from "./tag.module.css";

export type Tone = "neutral" | "info" | "good" | "warn" | "bad";

/** A state in a word; the color only repeats what the word says. */
export const Tag = ({ tone = "neutral", children }: { tone?: Tone; children: string }) => (
  <span className={classes.tag} data-tone={tone}>
    {children}
  </span>
);
