import { expect, test } from "vitest";
import type { AlertRule } from "./alert-rules.schema.ts";
import { placeWords, ruleInWords } from "./alert-rules.texts.ts";

const rule = (more: Partial<AlertRule>) => ({
  ...({ rule: "CREATION", frequency: "INSTANTLY", value: null, amount: null } as const),
  range_value: [] as number[],
  channels: ["portal"] as AlertRule["channels"],
  ...more,
});

test.each([
  [
    rule({ amount: "10000.00", channels: ["email"] }),
    placeWords("all"),
    "Orders of $10,000.00 or more at any site, at once, by e-mail",
  ],
  [rule({}), placeWords(["Rig 93"]), "All orders at Rig 93, at once, in the portal"],
  [
    rule({ frequency: "DAILY", channels: ["text", "email", "portal"] }),
    placeWords(["Rig 93", "Yard"]),
    "All orders at Rig 93 or Yard, once a day, in the portal, by e-mail and by text message",
  ],
  [
    rule({ rule: "WEEKDAY", range_value: [5, 6, 7], frequency: "WEEKLY", amount: "0.50" }),
    placeWords(["A", "B", "C", "D"]),
    "Orders of $0.50 or more placed on Friday, Saturday or Sunday at 4 sites, once a week, in the portal",
  ],
  [
    rule({ rule: "COUNT", value: 1500, frequency: "DAILY" }),
    placeWords("all"),
    "1,500 orders in a day at any site, at once, in the portal",
  ],
  [
    rule({ rule: "COUNT", value: 10, frequency: "WEEKLY" }),
    placeWords([], 2),
    "10 orders in a week at each of 2 sites, at once, in the portal",
  ],
  [
    rule({ rule: "COUNT", value: 10, amount: "99.00" }),
    placeWords([], 1),
    "Every 10 orders of $99.00 or more at 1 site, at once, in the portal",
  ],
  [rule({ rule: "COUNT", value: 1 }), placeWords([]), "Every order at no site, at once, in the portal"],
  [
    rule({ rule: "COUNT", value: 1, frequency: "WEEKLY" }),
    placeWords("all"),
    "1 order in a week at any site, at once, in the portal",
  ],
])("a rule in words: %j", (given, place, words) => {
  expect(ruleInWords(given, place)).toBe(words);
});
