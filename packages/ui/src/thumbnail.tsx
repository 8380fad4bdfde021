import { IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./thumbnail.module.css";

/** A small image, or an icon when it is missing or fails to load. */
export const Thumbnail = ({ src }: { src: string | null }) => {
  const [broken, setBroken] = useState<string>();
  return (
    <span className={classes.frame}>
      {src && src !== broken ? (
        <img className={classes.image} src={src} alt="" loading="lazy" onError={() => setBroken(src)} />
      ) : (
        <IconPhoto size={20} stroke={1.4} aria-hidden />
      )}
    </span>
  );
};
