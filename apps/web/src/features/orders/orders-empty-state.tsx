import { Anchor } from "@mantine/core";
import { useBrand } from "../../platform/theme/brand.ts";
import { orderTexts as texts } from "./orders.texts.ts";

/** Shown to a company that has no orders yet. */
export const OrdersEmptyState = () => {
  const { shopUrl } = useBrand();
  return (
    <span>
      {texts.placedInShop}{" "}
      {shopUrl && (
        // Underlined: inside a sentence, color alone does not show a link.
        <Anchor href={shopUrl} underline="always">
          {texts.goToShop}
        </Anchor>
      )}
    </span>
  );
};
