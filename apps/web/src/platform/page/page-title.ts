import { useEffect } from "react";
import { useBrand } from "../theme/brand.ts";

/** Sets the title of the browser tab to the page and the company, or to the company alone. */
export const usePageTitle = (title?: string): void => {
  const { label } = useBrand();
  useEffect(() => {
    document.title = title ? `${title} · ${label}` : label;
  }, [title, label]);
};
