import { Anchor } from "@mantine/core";
import { useBrand } from "../../platform/theme/brand.ts";
import { orderTexts as texts } from "./orders.texts.ts";

/** Where orders come from, for a company that has none yet. */
export const OrdersEmptyState = () => {
  const { shopUrl } = useBrand();
  return (
    <span>
      {texts.placedInShop} {shopUrl && <Anchor href={shopUrl}>{texts.goToShop}</Anchor>}
    </span>
  );
};
