import { linkOptions, useParams } from "@tanstack/react-router";
import { ReturnLink } from "../platform/page/return-link.tsx";
import { TextLink } from "../platform/page/text-link.tsx";
import { TileLink } from "../platform/page/tile-link.tsx";

/** Not run: `npm run check` compiles it. An expected error that does not occur is an error itself. */
const params = { orderId: "SO-1" };

export const links = [
  <TextLink key={1} to="/orders/$orderId" params={params} />,
  // @ts-expect-error a misspelt page
  <TextLink key={2} to="/ordrs/$orderId" params={params} />,
  // @ts-expect-error a missing param
  <TextLink key={3} to="/orders/$orderId" />,
  // @ts-expect-error a misspelt param
  <TextLink key={4} to="/orders/$orderId" params={{ ordrId: "SO-1" }} />,
  <ReturnLink key={5} to="/orders" search={{ status: "Shipped", orderDate_after: "2026-01-01" }} />,
  // @ts-expect-error a misspelt filter
  <ReturnLink key={6} to="/orders" search={{ orderDate_aftr: "2026-01-01" }} />,
  // @ts-expect-error a misspelt column
  <ReturnLink key={8} to="/orders" search={{ orderDte_after: "2026-01-01" }} />,
  // @ts-expect-error a misspelt page
  <TileLink key={7} to="/configration" icon="" title="" />,
];

export const options = [
  linkOptions({ to: "/pending-approvals" }),
  // @ts-expect-error a misspelt page
  linkOptions({ to: "/pending-aprovals" }),
];

export const useMisspeltParam = () => {
  const { orderId } = useParams({ strict: false });
  // @ts-expect-error no page has this param
  const { ordrId } = useParams({ strict: false });
  return [orderId, ordrId];
};
