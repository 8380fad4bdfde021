import dayjs from "dayjs";
import { tableMessages } from "./table.messages.ts";

const amounts = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** Given as text, an amount is formatted digit by digit and never becomes a float. */
export const formatMoney = (amount: string): string => amounts.format(amount as Intl.StringNumericLiteral);

/** A moment in the time of whoever looks at it. */
export const formatMoment = (iso: string): string => dayjs(iso).format("MMM DD YYYY h:mm A");

export const orNotAvailable = (text: string | null | undefined): string => text || tableMessages.notAvailable;
