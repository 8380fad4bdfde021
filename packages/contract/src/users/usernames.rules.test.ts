import { describe, expect, test } from "vitest";
import { isPlainUsername, isReadable, normalUsername } from "./usernames.rules.ts";

describe("usernames", () => {
  test.each([
    "acme-jo.doe",
    "Acme-Jo_Doe+1",
    "acme-o'neil",
    "acme-jo doe",
    "acme-müller",
    "acme-иван",
    "株式会社",
    "acme-łukasz.gößmann-øre",
    "acme-nguyễn.ışık",
    "acme-İbrahim",
    "acme-γιώργος.й",
    "acme-محمّد.דוד",
    "acme-प्रिया.สมชาย",
    "acme-サーバー東京.김민준",
  ])("%s is one", (username) => {
    expect(isPlainUsername(normalUsername(username))).toBe(true);
  });

  test.each([
    ["a zero-width space", "acme-jo\u200bdoe"],
    ["a zero-width joiner", "acme-jo\u200ddoe"],
    ["a soft hyphen", "acme-jo\u00addoe"],
    ["a direction mark", "acme-jo\u202edoe"],
    ["a variation selector", "acme-jo\ufe0fdoe"],
    ["a line break", "acme-jo\ndoe"],
    ["a Cyrillic letter among Latin ones", "acme-j\u043edoe"],
    ["a Greek letter among Latin ones", "acme-j\u03bfdoe"],
  ])("%s is refused, for shop users too", (_, username) => {
    expect(isPlainUsername(normalUsername(username))).toBe(false);
    expect(isReadable(normalUsername(username))).toBe(false);
  });

  test.each([
    ["a Lisu letter drawn as a dot", "acme-site\ua4f8approver"],
    ["an Arabic digit drawn as a dot", "acme-site\u0660approver"],
    ["a Persian digit drawn as a dot", "acme-site\u06f0approver"],
    ["a dot below a dot", "acme-site.\u0323approver"],
    ["an accent on a digit", "acme-site1\u0301"],
    ["an accent that no letter has", "acme-site.q\u0307approver"],
    ["a mark on a Cyrillic letter", "acme-\u0430\u0483"],
    ["a Latin alpha", "acme-site.\u0251pprover"],
    ["a small capital", "acme-site.app\u0280over"],
    ["a Chinese stroke drawn as a dot", "acme-site\u4e36approver"],
    ["a Japanese length mark drawn as a hyphen", "acme\u30fcsite"],
    ["a Japanese length mark between digits", "acme-1\u30fc2"],
    ["a Korean vowel drawn as a dot", "acme-1\u119e2"],
    ["a Burmese letter drawn as an o", "acme-appr\u101dver"],
    ["a Hebrew point after a dot", "acme-site.\u05bcapprover"],
    ["a stretched Arabic word", "acme-\u0645\u0640\u0645"],
  ])("%s is refused", (_, username) => {
    expect(isPlainUsername(normalUsername(username))).toBe(false);
  });

  test.each(["\u2020", "\u25cf", "\u2603", "\u{1f600}"])("%s is refused", (character) => {
    expect(isPlainUsername(normalUsername(`acme-jo${character}doe`))).toBe(false);
  });

  test.each([
    ["\uff0e", "."],
    ["\u00b7", "."],
    ["\u2022", "."],
    ["\u2013", "-"],
    ["\u2019", "'"],
    ["\u2024", "."],
    ["\u00a0", " "],
    ["\uff4a", "j"],
    ["i\u0307", "i"],
  ])("%j is stored as %j", (given, stored) => {
    expect(normalUsername(`acme${given}doe`)).toBe(`acme${stored}doe`);
  });
});
