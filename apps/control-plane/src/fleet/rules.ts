import semver from "semver";

export function newest(versions: readonly (string | null)[]): string | null {
  return semver.rsort(versions.flatMap((version) => semver.valid(version) ?? []))[0] ?? null;
}

/** Minor versions between the two; null when the major versions differ. */
export function minorsBehind(version: string | null, latest: string | null): number | null {
  const [running, wanted] = [semver.parse(version), semver.parse(latest)];
  if (!running || !wanted || running.major !== wanted.major) return null;
  return Math.max(0, wanted.minor - running.minor);
}
