import { Anchor } from "@mantine/core";
import { useBrand } from "../../platform/brand.ts";
import { orderTexts as texts } from "./orders.texts.ts";

/** Where orders come from, for a company that has none yet. */
export const FirstOrders = () => {
  const { shopUrl } = useBrand();
  return (
    <span>
      {texts.placedInShop} {shopUrl && <Anchor href={shopUrl}>{texts.goToShop}</Anchor>}
    </span>
  );
};
