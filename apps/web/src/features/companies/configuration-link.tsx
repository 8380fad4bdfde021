import { Button } from "@mantine/core";
import { IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { companyTexts as texts } from "./companies.texts.ts";

/** Leads to the configuration of a company, which it may not have yet. */
export const ConfigurationLink = ({ companyId, exists }: { companyId: string; exists: boolean }) => {
  const to = exists
    ? ("/companies/$companyId/configuration/edit" as const)
    : ("/companies/$companyId/configuration/create" as const);
  return (
    <Button
      variant="default"
      leftSection={<IconSettings size={16} aria-hidden />}
      renderRoot={(props: object) => <Link {...props} to={to} params={{ companyId }} />}
    >
      {exists ? texts.editConfiguration : texts.createConfiguration}
    </Button>
  );
};
