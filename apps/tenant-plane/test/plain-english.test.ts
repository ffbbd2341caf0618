import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

// One thing has one name. These were the private words of an earlier vocabulary; the names beside them replaced them.

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

test("code has the names of the field", () => {
  expect(findings(sources, names)).toEqual([]);
});

test("production code asserts, tests expect", () => {
  const production = sources.filter((file) => !/\.test\.|\/test\/|^e2e\//.test(file));
  expect(findings(production, [[/\bfunction expect[A-Z]/, "assert…"]])).toEqual([]);
});

test("comments, messages and documents are plain English, and cite nothing outside the repository", () => {
  expect(findings([...sources, ...documents], prose)).toEqual([]);
});
