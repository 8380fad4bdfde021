import { createLink } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import classes from "./tile-link.module.css";

interface TileProps extends Omit<ComponentProps<"a">, "title"> {
  readonly icon: ReactNode;
  readonly title: string;
}

const Tile = ({ icon, title, children, ...anchor }: TileProps) => (
  <a {...anchor} className={classes.tile}>
    <span className={classes.icon} aria-hidden>
      {icon}
    </span>
    <span>
      <span className={classes.title}>{title}</span>
      {children && <span className={classes.words}>{children}</span>}
    </span>
  </a>
);

/** A link to a page, as a tile with an icon, a title and a description. */
export const TileLink = createLink(Tile);

export const Tiles = ({ children }: { children: ReactNode }) => (
  <div className={classes.tiles}>{children}</div>
);
