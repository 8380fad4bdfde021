import { EmptyState } from "@mcc/ui/empty-state.tsx";
import { IconTools } from "@tabler/icons-react";
import { Page } from "../platform/page/page.tsx";
import { shellTexts as says } from "./shell.texts.ts";

/** Placeholder for a page that does not exist yet. */
export const NotBuiltPage = ({ section, title }: { section: string; title: string }) => (
  <Page section={section} title={title}>
    <EmptyState icon={<IconTools size={28} stroke={1.5} />}>{says.notBuilt}</EmptyState>
  </Page>
);
