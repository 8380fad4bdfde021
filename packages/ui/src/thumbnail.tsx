import { IconPhoto } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./thumbnail.module.css";

/** A small picture; when there is none, or it cannot be loaded, a sign that stands for it. */
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
