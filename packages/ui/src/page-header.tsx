import { Breadcrumbs } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page-header.module.css";

interface PageHeaderProps {
  readonly section?: string;
  readonly title: string;
  readonly breadcrumbs?: readonly { readonly key: string; readonly node: ReactNode }[];
  /** Buttons on the right of the title. */
  readonly actions?: ReactNode;
}

/** What part of the product this is, and which page; the heading takes the focus on a change of route. */
export const PageHeader = ({ section, title, breadcrumbs = [], actions }: PageHeaderProps) => (
  <header className={classes.root}>
    <div className={classes.words}>
      {breadcrumbs.length > 0 && (
        <nav aria-label="Breadcrumbs">
          <Breadcrumbs className={classes.crumbs}>
            {breadcrumbs.map(({ key, node }) => (
              <span key={key}>{node}</span>
            ))}
          </Breadcrumbs>
        </nav>
      )}
      {section && <p className={classes.section}>{section}</p>}
      <h1 className={classes.title} tabIndex={-1} data-page-heading>
        {title}
      </h1>
    </div>
    {actions && <div className={classes.actions}>{actions}</div>}
  </header>
);
