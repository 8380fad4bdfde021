import { Skeleton, VisuallyHidden } from "@mantine/core";
import { shellTexts as says } from "../shell.texts.ts";

/** While the code of a page loads: where its heading and its content will be. */
export const PageSkeleton = () => (
  <div role="status">
    <VisuallyHidden>{says.loading}</VisuallyHidden>
    <Skeleton width={96} height={14} mb={10} aria-hidden />
    <Skeleton width={240} height={28} mb={24} aria-hidden />
    <Skeleton height={36} mb={16} aria-hidden />
    <Skeleton height={320} aria-hidden />
  </div>
);
