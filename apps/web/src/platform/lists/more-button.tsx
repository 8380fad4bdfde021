import { Button } from "@mantine/core";
import type { LoadMore } from "../api/use-pages.ts";
import { listTexts as says } from "./list.texts.ts";

/** Below rows that are loaded page by page: the next page. */
export const MoreButton = ({ more }: { more: LoadMore }) =>
  more && (
    <Button variant="subtle" size="xs" mt={4} loading={more.isLoading} onClick={more.load}>
      {says.showMore(more.left)}
    </Button>
  );
