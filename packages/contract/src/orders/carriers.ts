export interface Carrier {
  readonly name: string;
  /** The carrier's page about one shipment. */
  readonly url: string;
}

interface CarrierFormat {
  readonly name: string;
  readonly page: string;
  readonly numbers: RegExp;
}

/** The formats of the carriers' tracking numbers, without spaces. No two of them match the same number. */
const CARRIERS: readonly CarrierFormat[] = [
  { name: "UPS", page: "https://www.ups.com/track?tracknum=", numbers: /^1Z[0-9A-Z]{16}$/ },
  {
    name: "USPS",
    page: "https://tools.usps.com/go/TrackConfirmAction?tLabels=",
    numbers: /^(9[1-5]\d{18}|9[1-5]\d{20}|420\d{5}9[1-5]\d{20}|[A-Z]{2}\d{9}US)$/,
  },
  {
    name: "FedEx",
    page: "https://www.fedex.com/fedextrack/?trknbr=",
    numbers: /^(\d{12}|\d{15}|96\d{18}|96\d{20})$/,
  },
  {
    name: "DHL",
    page: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=",
    numbers: /^(\d{10}|J?JD\d{16,18})$/,
  },
];

/** The carrier of a tracking number, by the number's format; undefined when no known carrier has such numbers. */
export const carrierOf = (trackingNumber: string): Carrier | undefined => {
  const plain = trackingNumber.replace(/[\s-]/g, "").toUpperCase();
  const carrier = CARRIERS.find(({ numbers }) => numbers.test(plain));
  return carrier && { name: carrier.name, url: carrier.page + plain };
};
