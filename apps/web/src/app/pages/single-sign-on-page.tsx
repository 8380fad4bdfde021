import { Stack } from "@mantine/core";
import { IconListSearch, IconUsersGroup } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import { mappingTexts } from "../../features/access-mappings/mappings.texts.ts";
import { directoryTexts } from "../../features/directory/directory.texts.ts";
import { DirectoryCard } from "../../features/directory/directory-card.tsx";
import { RequiredSso } from "../../features/security/required-sso.tsx";
import { Connections } from "../../features/single-sign-on/connections.tsx";
import { Domains } from "../../features/single-sign-on/domains.tsx";
import { ssoTexts as texts } from "../../features/single-sign-on/single-sign-on.texts.ts";
import { useSearch } from "../../platform/lists/list-state.ts";
import { Page } from "../../platform/page/page.tsx";
import { TileLink, Tiles } from "../../platform/page/tile-link.tsx";
import { breadcrumbs, CONFIGURATION } from "../../platform/records/breadcrumbs.tsx";

const icon = { size: 20, stroke: 1.6 } as const;

/** How a company's own accounts sign in here, and what its directory may do. A try-out ends at its identity provider. */
export const SingleSignOnPage = () => {
  const { tried } = useSearch();
  if (typeof tried === "string")
    return <Navigate to="/configuration/sign-in/$connectionId" params={{ connectionId: tried }} replace />;
  return (
    <Page breadcrumbs={breadcrumbs([CONFIGURATION], texts.title)} title={texts.title}>
      <Stack gap="lg" maw={980}>
        <Connections />
        <Domains />
        <Tiles>
          <TileLink
            to="/configuration/sign-in/groups"
            title={mappingTexts.title}
            icon={<IconUsersGroup {...icon} />}
          >
            {mappingTexts.tile}
          </TileLink>
          <TileLink
            to="/configuration/sign-in/directory-log"
            title={directoryTexts.log}
            icon={<IconListSearch {...icon} />}
          >
            {directoryTexts.logHint}
          </TileLink>
        </Tiles>
        <RequiredSso />
        <DirectoryCard />
      </Stack>
    </Page>
  );
};
