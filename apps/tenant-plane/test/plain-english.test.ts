import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// One thing has one name. Each entry has a word of an earlier vocabulary and its replacement.

const root = fileURLToPath(new URL("../../..", import.meta.url));

const names: readonly (readonly [old: RegExp, now: string])[] = [
  [/\bDeed\b/, "WriteScope"],
  [/\bleaveTrail\b/, "writeAuditAndEvents"],
  [/\b[Uu]nattended\b/, "AutomationWriter, asAutomation"],
  [/\btype Frame\b|: Frame\b/, "ServerContext"],
  [/\bPiece\b/, "SqlFragment"],
  [/\bch`/, "chsql`"],
  [/\bTurns\b/, "FairLimiter"],
  [/\bDoor\b/, "QueryChannel"],
  [/\bLane\b/, "BatchWriter"],
  [/\bErrand\b/, "PendingWrite"],
  [/\bTally\b/, "IngestReport"],
  [/\bSeriesBook/, "SeriesIndex"],
  [/\bStanding\b/, "ApprovalState"],
  [/\bAids\b/, "QueryDeps"],
  [/\b(interface|type) (Place|Asked|Found|Taken|Made|Told|Named|Answer|Life|Duty)\b/, "<noun>Input, <noun>Result"],
  [/\bmost[A-Z]\w*\b/, "max…"],
  [/\btell\(/, "announce…, log…"],
  [/\bmisfortunes\b/, "failures"],
  [/\bconst doors\b/, "authApi"],
];

const prose: readonly (readonly [old: RegExp, now: string])[] = [
  [/\banew\b/i, "again"],
  [/\bheed\b/i, "respect, follow"],
  [/\bfor ever\b/i, "forever"],
  [/\btold\b/i, "reported, sent, or the noun"],
  [/\b(whoever|whatever)\b/i, "the person or thing itself"],
  [/\b(somebody|anybody)\b/, "someone, anyone, or the person itself"],
  [/\bone's own\b/i, "custom, or the owner's name"],
  [/\bmeanwhile\b/i, "during, until then"],
  [/\bat present\b/i, "now, currently"],
  [/\bany more\b/i, "no longer"],
  [/\bcome again\b/i, "retry, send again"],
  [/\bhowever (many|long|large|often)\b/i, "any number, even when"],
  [/\bfulfilment\b/i, "fulfillment"],
  [/^(<{7}|>{7}) /, "one of the two sides of the merge"],
  [/\(decisions? \d|\bSpec \d/, "the rule itself"],
];

const sources = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith("plain-english.test.ts"));
const documents = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && file !== "CHANGELOG.md");

function findings(files: readonly string[], words: typeof names): string[] {
  return files.flatMap((file) =>
    readFileSync(join(root, file), "utf8")
      .split("\n")
      .flatMap((line, index) =>
        words
          .filter(([old]) => old.test(line))
          .map(([old, now]) => `${file}:${index + 1} has ${old}; the name is ${now}`),
      ),
  );
}

test("code uses the current names", () => {
  expect(findings(sources, names)).toEqual([]);
});

test("production code asserts, tests expect", () => {
  const production = sources.filter((file) => !/\.test\.|\/test\/|^e2e\//.test(file));
  expect(findings(production, [[/\bfunction expect[A-Z]/, "assert…"]])).toEqual([]);
});

test("comments, messages and documents are plain English, and cite nothing outside the repository", () => {
  expect(findings([...sources, ...documents], prose)).toEqual([]);
});
