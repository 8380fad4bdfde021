import { can } from "@mcc/contract/access/permissions.ts";
import { useLazy } from "@mcc/ui/use-lazy.ts";
import { Outlet } from "@tanstack/react-router";
import { useSessionUser } from "../../platform/session/session-user.ts";
import { usePalette } from "../palette/use-palette.ts";
import { shellTexts as says } from "../shell.texts.ts";
import { Footer } from "./footer.tsx";
import { NavigationEntries } from "./navigation-entries.tsx";
import classes from "./shell.module.css";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { useSidebar } from "./use-sidebar.ts";

const CONTENT = "content";

const loadNarrowSidebar = async () => (await import("./narrow-sidebar.tsx")).NarrowSidebar;

const loadPlatformLinks = async () => (await import("./platform-links.tsx")).PlatformLinks;

const loadSupportBanner = async () =>
  (await import("../../features/support-access/support-banner.tsx")).SupportBanner;

/** The layout of every page: sidebar, top bar, footer. A closed sidebar leaves a rail of icons in wide windows. */
export const Shell = () => {
  const { narrow, open, setOpen } = useSidebar();
  const user = useSessionUser();
  const hasSidebar = can(user, "company:member");
  const isPlatform = can(user, "mcc-admin");
  const close = () => setOpen(false);
  const palette = usePalette();
  // Loaded in narrow windows only, before it is opened.
  const NarrowSidebar = useLazy(loadNarrowSidebar, { early: narrow, needed: narrow && open });
  const PlatformLinks = useLazy(loadPlatformLinks, { early: isPlatform, needed: isPlatform });
  const hasSupport = user.support_until !== undefined;
  const SupportBanner = useLazy(loadSupportBanner, { early: hasSupport, needed: hasSupport });
  return (
    <div className={classes.shell}>
      <a className={classes.skip} href={`#${CONTENT}`}>
        {says.skip}
      </a>
      {hasSidebar && !narrow && (
        <aside className={classes.sidebar} data-rail={!open || undefined}>
          {open ? <Sidebar /> : <NavigationEntries iconsOnly label={says.pages} />}
        </aside>
      )}
      {hasSidebar && narrow && NarrowSidebar && <NarrowSidebar open={open} close={close} />}
      <div className={classes.page}>
        {user.support_until && SupportBanner && <SupportBanner until={user.support_until} />}
        <TopBar sidebar={hasSidebar ? { open, setOpen } : undefined} palette={palette} />
        {isPlatform && <div className={classes.platform}>{PlatformLinks && <PlatformLinks />}</div>}
        <main className={classes.content} id={CONTENT} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
      </div>
      {palette.Palette && <palette.Palette opened={palette.opened} close={palette.close} />}
    </div>
  );
};
