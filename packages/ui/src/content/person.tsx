import classes from "./person.module.css";

/** The first letters of the first and the last word of a name. */
export const initialsOf = (name: string): string => {
  const words = name.split(/[\s.@_-]+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
};

/** A person: their initials and their name. */
export const Person = ({ name, children = name }: { name: string; children?: string }) => (
  <span className={classes.person}>
    <span className={classes.initials} data-initials={initialsOf(name)} aria-hidden />
    <bdi>{children}</bdi>
  </span>
);
