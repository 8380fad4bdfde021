import { useState } from "react";
import classes from "./logo.module.css";

interface LogoProps {
  readonly src: string | null | undefined;
  /** Read aloud, and shown when there is no picture. */
  readonly name: string;
  readonly size?: "sm" | "md" | "lg";
}

/** A company's logo; its name stands in when the picture is missing or cannot be loaded. */
export const Logo = ({ src, name, size = "md" }: LogoProps) => {
  const [broken, setBroken] = useState<string>();
  return src && src !== broken ? (
    <img className={classes.image} data-size={size} src={src} alt={name} onError={() => setBroken(src)} />
  ) : (
    <span className={classes.name} data-size={size}>
      {name}
    </span>
  );
};
