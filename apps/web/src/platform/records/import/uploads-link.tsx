import { Button } from "@mantine/core";
import { IconTableImport } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

/** Leads from a list to the uploads of spreadsheets. */
export const UploadsLink = ({ children }: { children: ReactNode }) => (
  <Button
    variant="default"
    leftSection={<IconTableImport size={16} aria-hidden />}
    renderRoot={(props) => <Link {...props} to="/configuration/uploads" />}
  >
    {children}
  </Button>
);
