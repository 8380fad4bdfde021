import { PageHeader } from "@mcc/ui/content/page-header.tsx";
import type { ComponentProps, ReactNode } from "react";
import { usePageTitle } from "./page-title.ts";

/** Every page inside the shell: its header, its tab title, its content. */
export const Page = ({
  children,
  ...header
}: ComponentProps<typeof PageHeader> & { children: ReactNode }) => {
  usePageTitle(header.title);
  return (
    <>
      <PageHeader {...header} />
      {children}
    </>
  );
};
