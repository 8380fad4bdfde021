import { useState } from "react";
import classes from "./logo.module.css";

interface LogoProps {
  readonly src: string | null | undefined;
  /** The alternative text, also shown when there is no image. */
  readonly name: string;
  readonly size?: "sm" | "md" | "lg";
}

/** A company's logo, or its name when the image is missing or fails to load. */
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
