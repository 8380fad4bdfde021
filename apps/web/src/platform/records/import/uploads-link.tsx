import { Button } from "@mantine/core";
import { IconTableImport } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface UploadsLinkProps {
  readonly children: ReactNode;
  readonly to?: "/configuration/uploads" | "/budgets/upload";
}

/** Leads from a list to the uploads of spreadsheets. */
export const UploadsLink = ({ children, to = "/configuration/uploads" }: UploadsLinkProps) => (
  <Button
    variant="default"
    leftSection={<IconTableImport size={16} aria-hidden />}
    renderRoot={(props) => <Link {...props} to={to} />}
  >
    {children}
  </Button>
);
