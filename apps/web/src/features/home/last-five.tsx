import { Button } from "@mantine/core";
import { Card } from "@mcc/ui/content/card.tsx";
import type { ReactNode } from "react";
import classes from "./home.module.css";
import { homeTexts as texts } from "./home.texts.ts";

interface LastFiveProps {
  /** Of what. */
  readonly noun: string;
  /** The link to all of them. */
  readonly all: ReactNode;
  readonly stale: boolean;
  readonly children: ReactNode;
}

/** A section with the newest rows of a list. */
export const LastFive = ({ noun, all, stale, children }: LastFiveProps) => (
  <Card
    title={
      <>
        <span>{texts.lastFive}</span> <span className={classes.noun}>{noun}</span>
      </>
    }
    aside={all}
    flush
  >
    <div className={classes.rows} data-stale={stale || undefined}>
      {children}
    </div>
  </Card>
);

/** Nothing to show, and what can be done about it. */
export const Nothing = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div className={classes.nothing}>
    <p>{children}</p>
    {action}
  </div>
);

/** A failed fetch counts as no data. */
export const NoData = ({ retry }: { retry: () => unknown }) => (
  <Nothing
    action={
      <Button variant="subtle" size="compact-sm" onClick={() => void retry()}>
        {texts.tryAgain}
      </Button>
    }
  >
    {texts.noData}
  </Nothing>
);
