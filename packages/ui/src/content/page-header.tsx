import { Breadcrumbs } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  readonly section?: string;
  readonly title: string;
  readonly breadcrumbs?: readonly { readonly key: string; readonly node: ReactNode }[];
  /** A link back, in the line of the breadcrumbs. */
  readonly back?: ReactNode;
  /** The status of the record, beside the title. */
  readonly standing?: ReactNode;
  /** Buttons on the right of the title. */
  readonly actions?: ReactNode;
}

/** The section and title of a page. The heading gets the focus after navigation. */
export const PageHeader = ({
  section,
  title,
  breadcrumbs = [],
  back,
  standing,
  actions,
}: PageHeaderProps) => (
  <header className={classes.root}>
    {(breadcrumbs.length > 0 || back) && (
      <div className={classes.ways}>
        {breadcrumbs.length > 0 && (
          <nav aria-label="Breadcrumbs">
            <Breadcrumbs>
              {breadcrumbs.map(({ key, node }) => (
                <span key={key}>{node}</span>
              ))}
            </Breadcrumbs>
          </nav>
        )}
        {back}
      </div>
    )}
    <div className={classes.words}>
      {section && <p className={classes.section}>{section}</p>}
      <div className={classes.titles}>
        <h1 className={classes.title} tabIndex={-1} data-page-heading>
          {title}
        </h1>
        {standing}
      </div>
    </div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </header>
);
