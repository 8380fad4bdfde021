import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { PASSWORD_MIN } from "@mcc/contract/sign-in/sign-in.schema.ts";

/**
 * `node scripts/common-passwords.ts LIST…`: writes the common passwords that new ones are compared with, in lower case.
 * Each list has one password on a line; shorter ones than anybody may choose are left out. The lists in use are those
 * of 100,000 in Passwords/Common-Credentials of github.com/danielmiessler/SecLists (MIT): NCSC, Pwdb and xato-net.
 */
const passwords = process.argv
  .slice(2)
  .flatMap((file) => readFileSync(file, "utf8").split("\n"))
  .map((line) => line.trim().toLowerCase())
  .filter((password) => password.length >= PASSWORD_MIN);
const sorted = [...new Set(passwords)].sort();
writeFileSync("apps/server/common-passwords.txt.gz", gzipSync(sorted.join("\n"), { level: 9 }));
console.log(`${sorted.length} passwords`);
