import { Stack } from "@mantine/core";
import { EmptyState } from "@mcc/ui/empty-state.tsx";
import { type Icon, IconChecklist, IconTableImport, IconUsersGroup } from "@tabler/icons-react";
import { Page } from "../platform/page/page.tsx";
import { TileLink, Tiles } from "../platform/page/tile-link.tsx";
import { useSessionUser } from "../platform/session/session-user.ts";
import { type PagePath, pagesOf } from "./navigation.ts";

interface Tile {
  readonly path: PagePath;
  readonly words: string;
  readonly icon: Icon;
}

/** In the order of CONF-002. Title and permission are those of the page. A tile is added together with its page. */
const tiles: readonly Tile[] = [
  {
    path: "/configuration/roles",
    words: "What users are called, and what they may do.",
    icon: IconUsersGroup,
  },
  { path: "/configuration/approvals", words: "Who approves which orders.", icon: IconChecklist },
  {
    path: "/configuration/uploads",
    words: "Create and update many sites from a spreadsheet.",
    icon: IconTableImport,
  },
];

const NO_APPROVALS =
  "Order approvals are not available in your company. To use them, ask your provider to turn them on.";

/** The configuration pages of a company admin. */
export const ConfigurationPage = () => {
  const who = useSessionUser();
  const labels = new Map(pagesOf(who).map(({ path, label }) => [path, label]));
  return (
    <Page section="Company" title="Configuration">
      <Stack gap="lg">
        <Tiles>
          {tiles.map(({ path, words, icon: Picture }) => {
            const title = labels.get(path);
            return (
              title && (
                <TileLink key={path} to={path} title={title} icon={<Picture size={20} stroke={1.6} />}>
                  {words}
                </TileLink>
              )
            );
          })}
        </Tiles>
        {who.company?.features.order_approval === null && (
          <EmptyState icon={<IconChecklist size={28} stroke={1.5} />}>{NO_APPROVALS}</EmptyState>
        )}
      </Stack>
    </Page>
  );
};
