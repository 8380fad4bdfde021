import { expect, test } from "vitest";
import { carrierOf } from "./carriers.ts";

test("the carrier is found by the format of the number, with a link to its page", () => {
  expect(carrierOf("1Z999AA10123456784")).toEqual({
    name: "UPS",
    url: "https://www.ups.com/track?tracknum=1Z999AA10123456784",
  });
  expect(carrierOf("986578788855")).toEqual({
    name: "FedEx",
    url: "https://www.fedex.com/fedextrack/?trknbr=986578788855",
  });
  expect(carrierOf("9400100000000000000000")).toEqual({
    name: "USPS",
    url: "https://tools.usps.com/go/TrackConfirmAction?tLabels=9400100000000000000000",
  });
  expect(carrierOf("1234567890")).toEqual({
    name: "DHL",
    url: "https://www.dhl.com/global-en/home/tracking.html?tracking-id=1234567890",
  });
});

test("every usual format of a carrier is known", () => {
  const named = (numbers: readonly string[]) => numbers.map((number) => carrierOf(number)?.name);
  expect(named(["999999999999999", "96111111111111111111", "9622001900000000000000"])).toEqual(
    Array(3).fill("FedEx"),
  );
  expect(
    named([
      "92055000000000000000",
      "EA123456789US",
      "420123459405500000000000000000",
      "9361200000000000000000",
    ]),
  ).toEqual(Array(4).fill("USPS"));
  expect(named(["JD0146000036428123456", "JJD01460000364281234", "JD014600003642812345"])).toEqual([
    undefined,
    "DHL",
    "DHL",
  ]);
});

test("spaces, dashes and lower case do not matter", () => {
  expect(carrierOf("1z 999 aa1 01 2345 6784")?.url).toBe(
    "https://www.ups.com/track?tracknum=1Z999AA10123456784",
  );
  expect(carrierOf("9865-7878-8855")?.name).toBe("FedEx");
});

test("a number that no carrier has leads nowhere, whatever it contains", () => {
  for (const number of [
    "",
    "PRO1234567890",
    "1Z2",
    "12345678901",
    "javascript:alert(1)",
    "1Z<b>999AA1012345</b>",
  ])
    expect(carrierOf(number), number).toBeUndefined();
});
