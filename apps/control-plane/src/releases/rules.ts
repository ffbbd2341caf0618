import type { Release } from "@opsplane/contract/control-plane";
import { invalid } from "@opsplane/runtime";
import semver from "semver";

/** A text that sorts, byte by byte, as semantic versions do. */
export function sortKey(version: string): string {
  const { major, minor, patch, prerelease } = parsed(version);
  const numbers = [major, minor, patch].map(padded).join(".");
  // A pre-release is older than its release, and '~' sorts after everything that follows a '-'.
  if (prerelease.length === 0) return `${numbers}~`;
  // The space sorts before every character of an identifier, so a shorter identifier comes first.
  return `${numbers}-${prerelease.map((part) => (typeof part === "number" ? `0${padded(part)}` : `1${part}`)).join(" ")}`;
}

const padded = (number: number) => String(number).padStart(16, "0");

function parsed(version: string): semver.SemVer {
  return semver.parse(version) ?? invalid("version", `'${version}' is not a semantic version, such as 1.4.2.`);
}

/** Refuses what the schema cannot check. */
export function assertRelease({
  version,
  channel,
  checksums,
  min_version,
}: Pick<Release, "version" | "channel" | "checksums" | "min_version">): void {
  const { prerelease } = parsed(version);
  if (prerelease.length > 0 && channel !== "beta")
    invalid("channel", `${version} is a pre-release, so its channel is 'beta', not '${channel}'.`);
  if (min_version !== null && semver.valid(min_version) === null)
    invalid("min_version", `'${min_version}' is not a semantic version, such as 1.4.2.`);
  if (min_version !== null && semver.gte(min_version, version))
    invalid("min_version", `must be older than ${version}, not ${min_version}.`);
  const names = checksums.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) invalid("checksums", `The file ${repeated} is named twice.`);
}
