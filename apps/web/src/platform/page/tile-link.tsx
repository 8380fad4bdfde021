import { Link, type LinkProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./tile-link.module.css";

interface TileLinkProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
}

/** The way to a page as a tile: its picture, its name, what it is for. */
export const TileLink = ({ to, icon, title, children }: TileLinkProps) => (
  <Link className={classes.tile} {...({ to } as LinkProps)}>
    <span className={classes.icon} aria-hidden>
      {icon}
    </span>
    <span>
      <span className={classes.title}>{title}</span>
      {children && <span className={classes.words}>{children}</span>}
    </span>
  </Link>
);

export const Tiles = ({ children }: { children: ReactNode }) => (
  <div className={classes.tiles}>{children}</div>
);
