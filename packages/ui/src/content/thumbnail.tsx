import { IconPackage } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./thumbnail.module.css";

/** A small image. Without one, or when it fails to load, a plain surface with a faint icon. */
export const Thumbnail = ({ src }: { src: string | null }) => {
  const [broken, setBroken] = useState<string>();
  const hasImage = src !== null && src !== "" && src !== broken;
  return (
    <span className={classes.frame} data-empty={!hasImage || undefined}>
      {hasImage ? (
        <img className={classes.image} src={src} alt="" loading="lazy" onError={() => setBroken(src)} />
      ) : (
        <IconPackage size={20} stroke={1.2} aria-hidden />
      )}
    </span>
  );
};
