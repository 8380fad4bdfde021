import { Button } from "@mantine/core";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import { IconReceipt2 } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Page } from "../../platform/page/page.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { AddressLines } from "./address-lines.tsx";
import { companyTexts as texts } from "./company-settings.texts.ts";

/** The billing address of the company, and the way to its form. */
export const GeneralPage = () => {
  const address = useSessionUser().company?.default_billing_address;
  return (
    <Page
      title={texts.general}
      breadcrumbs={breadcrumbs([CONFIGURATION], texts.general)}
      actions={
        <Button
          leftSection={<IconReceipt2 size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/configuration/general/billing" />}
        >
          {texts.billing}
        </Button>
      }
    >
      {address ? (
        <AddressLines address={address} />
      ) : (
        <EmptyState icon={<IconReceipt2 size={28} stroke={1.5} />}>{texts.noAddress}</EmptyState>
      )}
    </Page>
  );
};
