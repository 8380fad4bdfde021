import { Stack } from "@mantine/core";
import { can, type GlobalAction } from "@mcc/contract/access/permissions.ts";
import { EmptyState } from "@mcc/ui/empty-state.tsx";
import { type Icon, IconChecklist, IconUsersGroup } from "@tabler/icons-react";
import type { LinkProps } from "@tanstack/react-router";
import { Page } from "../../platform/page/page.tsx";
import { TileLink, Tiles } from "../../platform/page/tile-link.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";

interface Tile {
  readonly to: LinkProps["to"];
  readonly title: string;
  readonly words: string;
  readonly icon: Icon;
  readonly allow: GlobalAction;
}

/** In the order of the specification (2, section 2); a tile comes with its screen. */
const tiles: readonly Tile[] = [
  {
    to: "/configuration/roles",
    title: "Roles",
    words: "What users are called, and what they may do.",
    icon: IconUsersGroup,
    allow: "company-admin",
  },
  {
    to: "/configuration/approvals",
    title: "Approvals",
    words: "Who approves which orders.",
    icon: IconChecklist,
    allow: "approval:configure",
  },
];

const NO_APPROVALS =
  "Order approvals are not available in your company. To use them, ask your provider to turn them on.";

/** The configuration pages of a company admin. */
export const ConfigurationPage = () => {
  const who = useSessionUser();
  const shown = tiles.filter(({ allow }) => can(who, allow));
  return (
    <Page section="Company" title="Configuration">
      <Stack gap="lg">
        <Tiles>
          {shown.map(({ to, title, words, icon: Picture }) => (
            <TileLink key={to} to={to} title={title} icon={<Picture size={20} stroke={1.6} />}>
              {words}
            </TileLink>
          ))}
        </Tiles>
        {who.company?.features.order_approval === null && (
          <EmptyState icon={<IconChecklist size={28} stroke={1.5} />}>{NO_APPROVALS}</EmptyState>
        )}
      </Stack>
    </Page>
  );
};
