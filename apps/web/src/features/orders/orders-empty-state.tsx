import { Anchor } from "@mantine/core";
import { useBrand } from "../../platform/theme/brand.ts";
import { orderTexts as texts } from "./orders.texts.ts";

/** Shown to a company that has no orders yet. */
export const OrdersEmptyState = () => {
  const { shopUrl } = useBrand();
  return (
    <span>
      {texts.placedInShop} {shopUrl && <Anchor href={shopUrl}>{texts.goToShop}</Anchor>}
    </span>
  );
};
