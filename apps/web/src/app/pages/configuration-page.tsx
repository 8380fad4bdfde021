import { Stack } from "@mantine/core";
import type { SessionCompany } from "@mcc/contract/access/session.ts";
import { EmptyState } from "@mcc/ui/feedback/empty-state.tsx";
import {
  type Icon,
  IconBuilding,
  IconChecklist,
  IconDatabaseExport,
  IconEyeQuestion,
  IconHistory,
  IconHourglass,
  IconId,
  IconKey,
  IconLifebuoy,
  IconLogin2,
  IconMailForward,
  IconPlugConnected,
  IconShieldLock,
  IconTableImport,
  IconTags,
  IconTruckDelivery,
  IconUsersGroup,
  IconWebhook,
} from "@tabler/icons-react";
import { Page } from "../../platform/page/page.tsx";
import { TileLink, Tiles } from "../../platform/page/tile-link.tsx";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { type PagePath, pagesOf } from "../navigation.ts";

interface Tile {
  readonly path: PagePath;
  readonly search?: Readonly<Record<string, string>>;
  readonly words: string;
  readonly icon: Icon;
}

/** In the order of CONF-002, followed by pages that it does not name. Title and permission are those of the page. */
const tiles: readonly Tile[] = [
  { path: "/configuration/general", words: "The billing address of your company.", icon: IconBuilding },
  {
    path: "/configuration/roles",
    words: "What users are called, and what they may do.",
    icon: IconUsersGroup,
  },
  { path: "/configuration/approvals", words: "Who approves which orders.", icon: IconChecklist },
  {
    path: "/configuration/ecommerce-login",
    words: "Which roles may log in to the storefront.",
    icon: IconLogin2,
  },
  { path: "/configuration/order-tracking", words: "Which roles may track orders.", icon: IconTruckDelivery },
  {
    path: "/configuration/uploads",
    words: "Create and update many sites from a spreadsheet.",
    icon: IconTableImport,
  },
  { path: "/configuration/site-types", words: "The kinds of sites to choose from.", icon: IconTags },
  {
    path: "/configuration/access",
    words: "Who can see and do what, and what the rules leave out.",
    icon: IconEyeQuestion,
  },
  { path: "/configuration/audit", words: "Who changed what, and when.", icon: IconHistory },
  {
    path: "/configuration/security",
    words: "Second factors, sessions, networks and sign-ins.",
    icon: IconShieldLock,
  },
  {
    path: "/configuration/retention",
    words: "How long data is kept, what was removed, and who was erased.",
    icon: IconHourglass,
  },
  {
    path: "/configuration/sign-in",
    words: "Your company's own accounts: identity providers, groups and directory.",
    icon: IconId,
  },
  {
    path: "/configuration/webhooks",
    words: "What happens here, sent to your own systems.",
    icon: IconWebhook,
  },
  {
    path: "/reports",
    search: { of: "company" },
    words: "Which lists are sent regularly, to whom, and whether files are attached.",
    icon: IconMailForward,
  },
  {
    path: "/configuration/api-keys",
    words: "What programs of your company may read and write.",
    icon: IconKey,
  },
  {
    path: "/configuration/support-access",
    words: "Let the provider's support see your company for some hours.",
    icon: IconLifebuoy,
  },
  {
    path: "/configuration/company-data",
    words: "Export everything that your company has here.",
    icon: IconDatabaseExport,
  },
];

const ASK_PROVIDER = "not available in your company. To use";
const missingTexts = {
  approvals: `Order approvals are ${ASK_PROVIDER} them, ask your provider to turn them on.`,
  tracking: `Order tracking is ${ASK_PROVIDER} it, ask your provider to turn it on.`,
  both: `Order approvals and order tracking are ${ASK_PROVIDER} them, ask your provider to turn them on.`,
} as const;

/** What only the provider can turn on. Approvals that are Disabled have their own page with a button. */
const missingText = ({ order_approval, order_tracking }: SessionCompany["features"]): string | undefined => {
  if (order_approval !== null) return order_tracking ? undefined : missingTexts.tracking;
  return order_tracking ? missingTexts.approvals : missingTexts.both;
};

/** The configuration pages of a company admin. */
export const ConfigurationPage = () => {
  const who = useSessionUser();
  const labels = new Map(pagesOf(who).map(({ path, label }) => [path, label]));
  const missing = who.company && missingText(who.company.features);
  return (
    <Page section="Company" title="Configuration">
      <Stack gap="lg">
        <Tiles>
          {tiles.map(({ path, search, words, icon: Picture }) => {
            const title = labels.get(path);
            return (
              title && (
                <TileLink
                  key={path}
                  to={path}
                  search={search as never}
                  title={title}
                  icon={<Picture size={20} stroke={1.6} />}
                >
                  {words}
                </TileLink>
              )
            );
          })}
        </Tiles>
        {missing && <EmptyState icon={<IconPlugConnected size={28} stroke={1.5} />}>{missing}</EmptyState>}
      </Stack>
    </Page>
  );
};
