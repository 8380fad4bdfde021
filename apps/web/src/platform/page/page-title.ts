import { useEffect } from "react";
import { useBrand } from "../theme/brand.ts";

/** Names the tab after the page and the company; without a page, after the company alone. */
export const usePageTitle = (title?: string): void => {
  const { label } = useBrand();
  useEffect(() => {
    document.title = title ? `${title} · ${label}` : label;
  }, [title, label]);
};
